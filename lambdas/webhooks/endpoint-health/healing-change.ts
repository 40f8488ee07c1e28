/** Decides how a change to a webhook affects its failing span. */
import { isSpanOpen } from './failure-span.ts';

/**
 * - `end`: the span ends, for example because a webhook without `auto_recover` gets a new URL.
 * - `recover`: the span ends, and a recovery is due.
 * - `keep`: the span stays open until a request succeeds.
 * - `probe`: the same as `keep`, but the next probe must be scheduled.
 */
type Healing = 'end' | 'recover' | 'keep' | 'probe';
/** The effect of a change on the stored span. */
export type SpanChange = Exclude<Healing, 'recover'>;

interface Before {
  readonly enabled: boolean;
  readonly auto_recover?: boolean | undefined;
  readonly failing_since?: string | undefined;
  readonly failure_from?: string | undefined;
  readonly failure_until?: string | undefined;
}

interface Change {
  readonly url?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly auto_recover?: boolean | undefined;
}

/** Returns the effect of the change. */
export function healingOf(before: Before, { url, enabled, auto_recover }: Change): Healing {
  const heals = auto_recover ?? before.auto_recover ?? false;
  const isOpen = isSpanOpen(before) || before.failing_since !== undefined;
  if (!heals) return url !== undefined || enabled === true ? 'end' : 'keep';
  // If another function starts a span at the same time, keep that span, so that no failures are lost.
  if (!isOpen) return 'keep';
  if (enabled === true && !before.enabled) return 'recover';
  const isProbed = enabled ?? before.enabled;
  return isProbed && (auto_recover === true || enabled === true) ? 'probe' : 'keep';
}
