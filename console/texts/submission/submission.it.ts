/** The Italian texts of one submission. */
import type { SubmissionTexts } from './submission.en.ts';

export const submissionIt: SubmissionTexts = {
  title: 'Invio',
};
