/**
 * Determines how a form's owner has marked a submission, so that the word model can learn from it. Derives
 * the mark from the stored submission, so that processing a change twice has the same result.
 */
import type { Submission } from './submission.ts';
import { bucketsOf, type Label, type Lesson } from '../spam/word-model.ts';

type Marked = Pick<Submission, 'status' | 'counted' | 'filed'>;

/**
 * Returns the owner's label. An accepted submission that is now spam was marked by the owner. A spam
 * submission that is now accepted was released by the owner.
 */
export function ownerLabel({ status, counted, filed }: Marked): Label | undefined {
  if (status === 'spam') return counted ? 'spam' : undefined;
  return (counted ?? filed) ? 'good' : undefined;
}

/**
 * Returns the training examples that the word model learns from a change to a submission. The model keeps
 * what it learned even if the submission is deleted later.
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
