/** Puts the signs of a post together to its score (docs/specification.md, "Spam score"). */
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

/** A post that the owner's list of what is blocked makes spam; undefined when it does not. */
export function blockedScore(
  payload: Payload,
  { blocked }: Pick<SpamSettings, 'blocked'>,
): SpamScore | undefined {
  const entry = blockedEntry(payload, blocked);
  if (entry === undefined) return undefined;
  const detail = `The form blocks "${entry}".`;
  return { score: HIGHEST_SCORE, reasons: [{ code: 'blocked', points: HIGHEST_SCORE, detail }] };
}

/** What the soft signs say before it is known how often the text came. */
export interface SoftSigns {
  /** An allowed address overrules all of them. */
  readonly isAllowed: boolean;
  readonly reasons: readonly SpamReason[];
}

/** @param of.payload without control fields */
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

/** The score of a post, whose reasons add up to it. */
export function softScore({ isAllowed, reasons }: SoftSigns, isTextRepeated: boolean): SpamScore {
  const all = [...(isTextRepeated && !isAllowed ? [repeatedTextSign()] : []), ...reasons];
  return { score: Math.min(HIGHEST_SCORE, sumOf(all)), reasons: all };
}

/** Whether a post with these signs is filed: surely, if its text came often enough, or not. */
export function filingOf(
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
