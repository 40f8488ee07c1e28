/** The German texts of one submission. */
import type { SubmissionTexts } from './submission.en.ts';

export const submissionDe: SubmissionTexts = {
  title: 'Einsendung',
};
