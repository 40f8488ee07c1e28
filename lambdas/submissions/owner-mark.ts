/**
 * What the owner of a form says of a submission by marking it: the word model learns from that. It follows from the
 * submission as it is stored, so a change of it that is seen twice says the same twice, and the last mark is what holds.
 */
import type { Submission } from './submission.ts';
import { bucketsOf, type Label, type Lesson } from '../spam/word-model.ts';

type Marked = Pick<Submission, 'status' | 'counted' | 'filed'>;

/** Spam that was accepted before is marked by its owner; what was spam before and is not now was released by them. */
export function ownerMark({ status, counted, filed }: Marked): Label | undefined {
  if (status === 'spam') return counted ? 'spam' : undefined;
  return (counted ?? filed) ? 'good' : undefined;
}

/** What a change of a submission teaches; what is deleted later stays learnt. */
export function lessonsOf(
  before: Marked | undefined,
  after: (Marked & Pick<Submission, 'payload'>) | undefined,
): Lesson[] {
  if (!before || !after) return [];
  const [was, is] = [ownerMark(before), ownerMark(after)];
  if (was === is) return [];
  const buckets = bucketsOf(after.payload);
  return [
    ...(was ? [{ label: was, times: -1, buckets } as const] : []),
    ...(is ? [{ label: is, times: 1, buckets } as const] : []),
  ];
}
