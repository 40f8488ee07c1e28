/**
 * Derives how the owner of a form has marked a submission, from which the word model learns. The mark follows
 * from the stored submission, so a change that is seen twice yields the same result, and the last mark
 * counts.
 */
import type { Submission } from './submission.ts';
import { bucketsOf, type Label, type Lesson } from '../spam/word-model.ts';

type Marked = Pick<Submission, 'status' | 'counted' | 'filed'>;

/**
 * A submission that is spam now but was accepted before was marked by the owner. One that was spam but is
 * accepted now was released by the owner.
 */
export function ownerLabel({ status, counted, filed }: Marked): Label | undefined {
  if (status === 'spam') return counted ? 'spam' : undefined;
  return (counted ?? filed) ? 'good' : undefined;
}

/**
 * Returns what the model learns from a change of a submission. Deleting a submission later doesn't undo this.
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
