/** Limits tool calls to 120 per key or connection in each clock minute (docs/specification.md, "Agents (MCP)"). */
import { epochSeconds, MINUTE } from '../core/clock.ts';
import type { WindowLimit } from '../core/counters/counter-limit.ts';

const CALLS_A_MINUTE = 120;

/** Prefix of the counter names for tool calls. */
export const TOOL_CALL_COUNTER = 'tool-calls#';

/**
 * Returns the counter for tool calls in the clock minute that contains `at`.
 * @param principalId id of the key or connection that makes the call
 */
export function toolCallCounter(principalId: string, at: number): WindowLimit {
  const minute = Math.floor(at / MINUTE);
  const endsAt = (minute + 1) * MINUTE;
  return {
    counter: `${TOOL_CALL_COUNTER}${principalId}#${minute}`,
    limit: CALLS_A_MINUTE,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}
