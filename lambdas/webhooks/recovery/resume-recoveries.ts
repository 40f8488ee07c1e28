/**
 * Starts recoveries that are due and resumes recoveries that no function is processing because their message
 * was lost or failed permanently.
 */
import { MINUTE, type Clock } from '../../core/clock.ts';
import type { DueMessage, RecoveryMessage } from './recovery-step.ts';
import type { Recovery } from './recovery.ts';

interface Deps {
  readonly now: Clock;
  readonly recoveries: { untouchedSince(time: number): Promise<Recovery[]>; due(): Promise<string[]> };
  readonly queue: { send(message: RecoveryMessage | DueMessage, delaySeconds: number): Promise<void> };
}

/**
 * Time without progress after which a recovery counts as stalled, in milliseconds. Must be longer than the
 * time that a running recovery can wait between two steps or for its message to reappear.
 */
const MAX_WAIT = 10 * MINUTE;

/** Returns a function that resumes stalled recoveries and returns their ids. */
export function resumeRecoveries({ now, recoveries, queue }: Deps) {
  return async (): Promise<string[]> => {
    const stopped = await recoveries.untouchedSince(now() - MAX_WAIT);
    for (const { recovery_id, step } of stopped) await queue.send({ recovery_id, step }, 0);
    for (const webhook_id of await recoveries.due()) await queue.send({ webhook_id }, 0);
    return stopped.map(({ recovery_id }) => recovery_id);
  };
}
