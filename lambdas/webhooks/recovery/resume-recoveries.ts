/** Starts recoveries again that no function works on, because a message was lost or given up. */
import { MINUTE, type Clock } from '../../core/clock.ts';
import type { RecoveryMessage } from './recovery-step.ts';
import type { Recovery } from './recovery.ts';

interface Deps {
  readonly now: Clock;
  readonly recoveries: { untouchedSince(time: number): Promise<Recovery[]> };
  readonly queue: { send(message: RecoveryMessage, delaySeconds: number): Promise<void> };
}

/** Longer than a recovery that runs ever waits: between two steps, or for its message to come back. */
const LONGEST_WAIT = 10 * MINUTE;

/** Makes the function that does it and gives the ids of those that it started. */
export function resumeRecoveries({ now, recoveries, queue }: Deps) {
  return async (): Promise<string[]> => {
    const stopped = await recoveries.untouchedSince(now() - LONGEST_WAIT);
    for (const { recovery_id, step } of stopped) await queue.send({ recovery_id, step }, 0);
    return stopped.map(({ recovery_id }) => recovery_id);
  };
}
