/** Parses the schedule expressions of EventBridge rules. */
import { RunnerError } from '../runner-error.ts';

const UNIT_MILLISECONDS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Maximum delay of Node's timers (2^31 - 1 ms, almost 25 days). */
const MAX_TIMER_MILLISECONDS = 2_147_483_647;

/**
 * Returns the interval of a rate expression such as `rate(5 minutes)`, in milliseconds.
 * @throws RunnerError for any other expression, including `cron(…)`. The message starts with `usedBy`.
 */
export function parseRate(expression: string, usedBy: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = Number(count) * UNIT_MILLISECONDS[unit as keyof typeof UNIT_MILLISECONDS];
  if (milliseconds > 0 && milliseconds <= MAX_TIMER_MILLISECONDS) return milliseconds;
  throw new RunnerError(`${usedBy}: the local runner does not support the schedule ${expression}`);
}
