/**
 * Derives how a form's owner has marked a submission, which the word model learns. The mark is derived from
 * the stored submission, so processing a change twice has the same result, and only the last mark counts.
 */
import type { Submission } from './submission.ts';
import { bucketsOf, type Label, type Lesson } from '../spam/word-model.ts';

type Marked = Pick<Submission, 'status' | 'counted' | 'filed'>;

/**
 * Returns the owner's label. Accepted submissions that are now spam were marked by the owner, and spam that
 * is now accepted was released by the owner.
 */
export function ownerLabel({ status, counted, filed }: Marked): Label | undefined {
  if (status === 'spam') return counted ? 'spam' : undefined;
  return (counted ?? filed) ? 'good' : undefined;
}

/**
 * Returns what the model learns from a change to a submission. Deleting the submission later doesn't undo
 * this.
 */
export function trainingExamplesOf(
  before: Marked | undefined,
  after: (Marked & Pick<Submission, 'payload'>) | undefined,
): Lesson[] {
  if (!before || !after) return [];
  const [was, is] = [ownerLabel(before), ownerLabel(after)];
  if (was === is) return [];
  const buckets = bucketsOf(after.payload);
  return [
    ...(was ? [{ label: was, times: -1, buckets } as const] : []),
    ...(is ? [{ label: is, times: 1, buckets } as const] : []),
  ];
}
