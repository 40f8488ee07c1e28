/** Checks the service's own challenge: a puzzle must be solved, and a solution works for one post. */
import { ChallengeFailed } from '../../core/errors/errors.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { DeduplicationKey } from '../idempotency.ts';
import { checkedSolution, type SolvedPuzzle } from './puzzle.ts';

/** The post that spends a puzzle. */
export interface SpendingPost {
  readonly form: Pick<IngestForm, 'form_id' | 'address_salt'>;
  readonly now: number;
  /**
   * Deduplication key of the post. A repeated post has the same key, and may spend the puzzle again: its first attempt
   * may have failed after it spent the puzzle, and only one of them is stored.
   */
  readonly once: DeduplicationKey | undefined;
}

/** Spends a puzzle. Returns false if another post has spent it, also if that post arrives at the same time. */
export type SpendPuzzle = (puzzle: SolvedPuzzle, post: SpendingPost) => Promise<boolean>;

/**
 * Rejects a post without a valid solution that no other post has used.
 * @throws ChallengeFailed
 */
export async function assertPuzzleSolved(
  post: SpendingPost,
  posted: string | undefined,
  spend: SpendPuzzle,
): Promise<void> {
  const puzzle = checkedSolution(post.form, posted, post.now);
  if (!(await spend(puzzle, post))) throw new ChallengeFailed('already used');
}
