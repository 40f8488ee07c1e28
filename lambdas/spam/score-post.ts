/** Combines the signs of spam in a submission into a score (docs/specification.md, "Spam score"). */
import type { Payload } from '../core/payload.ts';
import { HIGHEST_SCORE, type SpamReason, type SpamScore } from './spam-score.ts';
import { blockedEntry, isAllowed } from './lists.ts';
import type { ScriptReport } from './script-report.ts';
import {
  contentSigns,
  repeatedTextSign,
  REPEATED_TEXT_POINTS,
  scriptSigns,
  type IsDisposable,
} from './soft-signs.ts';
import type { SpamSettings } from './spam-settings.ts';
import { wordReasons, type WordModel } from './word-model.ts';

/** Returns the score for a match with the owner's block list, or undefined if nothing matches. */
export function blockedScore(
  payload: Payload,
  { blocked }: Pick<SpamSettings, 'blocked'>,
): SpamScore | undefined {
  const entry = blockedEntry(payload, blocked);
  if (entry === undefined) return undefined;
  const detail = `This form blocks "${entry}".`;
  return { score: HIGHEST_SCORE, reasons: [{ code: 'blocked', points: HIGHEST_SCORE, detail }] };
}

/** All soft signs of spam except repeated text. */
export interface SoftSigns {
  /** If true, the submission contains an address on the allow list, which overrides all signs of spam. */
  readonly isAllowed: boolean;
  readonly reasons: readonly SpamReason[];
}

/**
 * Returns the soft signs of spam in a submission.
 * @param of.payload the fields, excluding control fields
 */
export function softSigns(
  of: { payload: Payload; script: ScriptReport; model: WordModel | undefined },
  { allowed }: Pick<SpamSettings, 'allowed'>,
  isDisposable: IsDisposable,
): SoftSigns {
  if (isAllowed(of.payload, allowed)) return { isAllowed: true, reasons: [] };
  const reasons = [
    ...scriptSigns(of.script),
    ...contentSigns(of.payload, isDisposable),
    ...wordReasons(of.payload, of.model),
  ];
  return { isAllowed: false, reasons };
}

/** Returns a submission's spam score, which is the sum of its reasons' points. */
export function softScore({ isAllowed, reasons }: SoftSigns, isTextRepeated: boolean): SpamScore {
  const all = [...(isTextRepeated && !isAllowed ? [repeatedTextSign()] : []), ...reasons];
  return { score: Math.min(HIGHEST_SCORE, sumOf(all)), reasons: all };
}

/**
 * Returns whether a submission with these signs of spam is moved to spam: always, only if its text is
 * repeated, or never.
 */
export function spamDecisionOf(
  signs: SoftSigns,
  { mode, threshold }: Pick<SpamSettings, 'mode' | 'threshold'>,
): 'yes' | 'perhaps' | 'no' {
  if (mode === 'observe' || signs.isAllowed) return 'no';
  const points = sumOf(signs.reasons);
  if (points >= threshold) return 'yes';
  return points + REPEATED_TEXT_POINTS >= threshold ? 'perhaps' : 'no';
}

const sumOf = (reasons: readonly SpamReason[]): number =>
  reasons.reduce((sum, { points }) => sum + points, 0);
