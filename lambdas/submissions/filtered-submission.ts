/** Converts submissions to the format used by filters. */
import type { FilteredSubmission } from '../forms/filters/judge.ts';
import { NO_SIGN_OF_SPAM } from '../spam/spam-score.ts';
import { toSourceView } from './source.ts';
import type { Submission } from './submission.ts';

/** The submission data that filters can compare. */
export type JudgedSubmission = Pick<Submission, 'form_id' | 'payload' | 'source' | 'spam'> & {
  readonly attachments: readonly unknown[];
};

/** @param slug the form's slug, if a filter compares it */
export function toFilteredSubmission(
  { form_id, payload, source, spam = NO_SIGN_OF_SPAM, attachments }: JudgedSubmission,
  slug: string | undefined,
): FilteredSubmission {
  const { language, page } = toSourceView(source);
  return { form_id, slug, payload, language, page, spam_score: spam.score, files: attachments.length };
}
