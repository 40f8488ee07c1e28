/**
 * Checks the service's own challenge. A submission must contain a solved puzzle, and each solution can only
 * be used for one submission.
 */
import { ChallengeFailed } from '../../core/errors/errors.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { DeduplicationKey } from '../idempotency.ts';
import { checkedSolution, type SolvedPuzzle } from './puzzle.ts';

/** The submission that uses a puzzle. */
export interface SpendingPost {
  readonly form: Pick<IngestForm, 'form_id' | 'address_salt'>;
  readonly now: number;
  /**
   * Deduplication key of the submission. A repeated submission has the same key and can use the puzzle again,
   * because the first attempt might have failed after using it. Only one of the submissions is stored.
   */
  readonly once: DeduplicationKey | undefined;
}

/**
 * Marks a puzzle as used. Returns false if another submission has used it, even if both arrive at the same
 * time.
 */
export type SpendPuzzle = (puzzle: SolvedPuzzle, post: SpendingPost) => Promise<boolean>;

/**
 * Rejects a submission unless it contains a valid solution that no other submission has used.
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
