/** Starts the recovery that is due when a webhook with `auto_recover` works again. */
import { SERVICE_ACTOR } from '../../core/caller.ts';
import { DAY, SECOND, type Clock } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { DueRecovery } from './due-recovery.ts';
import { MAX_RECOVERY_DAYS, newRecovery, type FailedSpan, type Recovery } from './recovery.ts';

export interface StartDeps {
  readonly now: Clock;
  readonly random: RandomBytes;
  findDue(webhookId: string): Promise<DueRecovery | undefined>;
  /** Returns false if the webhook was deleted or is disabled. */
  isEnabled(webhookId: string): Promise<boolean>;
  /** Removes a due recovery without starting it. */
  dropDue(due: DueRecovery): Promise<void>;
  /**
   * Stores the new recovery and removes the due recovery. Returns the recovery that is already running, if
   * any.
   */
  createDue(created: Recovery, due: DueRecovery): Promise<Recovery | undefined>;
  count(span: FailedSpan, isOutOfTime: () => boolean): Promise<number>;
  start(of: Recovery): Promise<void>;
}

/** Maximum time for counting failed deliveries before the recovery starts, in milliseconds. */
const COUNT_MS = 5 * SECOND;

/**
 * Starts the webhook's recovery if one is due. Safe to repeat. If another of the webhook's recoveries is
 * running, the recovery stays due.
 */
export async function startDueRecovery(webhookId: string, deps: StartDeps): Promise<void> {
  const due = await deps.findDue(webhookId);
  if (!due) return;
  if (!(await deps.isEnabled(webhookId))) return deps.dropDue(due);
  const now = deps.now();
  const of = { webhook_id: webhookId, account_id: due.account_id, actor: SERVICE_ACTOR };
  const since = Math.max(Date.parse(due.since), now - MAX_RECOVERY_DAYS * DAY);
  // The period must not be empty, even if another function's clock is ahead.
  const until = Math.max(now, since + 1);
  const created = newRecovery(of, { since, until, askedUntil: null }, 0, now, deps.random);
  const deliveries = await deps.count(created, () => deps.now() >= now + COUNT_MS);
  const running = await deps.createDue({ ...created, deliveries }, due);
  if (!running) await deps.start(created);
}
