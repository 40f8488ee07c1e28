/** The Russian texts of one submission. */
import type { SubmissionTexts } from './submission.en.ts';

export const submissionRu: SubmissionTexts = {
  title: 'Заявка',
};
