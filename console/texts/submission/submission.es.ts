/** The Spanish texts of one submission. */
import type { SubmissionTexts } from './submission.en.ts';

export const submissionEs: SubmissionTexts = {
  title: 'Envío',
};
