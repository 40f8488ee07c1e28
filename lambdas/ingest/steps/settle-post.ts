/**
 * Settle step: counts a submission towards its limits, and decides whether to store it as received or as
 * spam.
 */
import type { QuotaState } from '../../accounts/quota.ts';
import type { CounterLimit } from '../../core/counters/counter-limit.ts';
import { RateLimited } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import type { IngestForm } from '../../forms/form.ts';
import { seenText, type SeenText } from '../../spam/repeated-text.ts';
import { softScore } from '../../spam/score-post.ts';
import type { TextMemory } from '../../spam/text-memory.ts';
import type { Payload } from '../../core/payload.ts';
import { spamCounter } from '../../submissions/spam-limits.ts';
import type { SpamScore } from '../../spam/spam-score.ts';
import { shareOfOneAddress, type AddressCounts } from '../../forms/rate-limit.ts';
import type { IncomingFile } from '../../files/incoming-file.ts';
import type { CertainSpam, Judgement, ScoredPost } from './judge-post.ts';
import { allOrFirstError, secondsLeft } from '../preflight.ts';
import { Reservation } from '../reservation.ts';

/** The part of the preflight result that this step uses. */
export interface SettledRequest {
  readonly form: IngestForm;
  readonly now: number;
  readonly quota: Pick<QuotaState, 'counter'>;
  readonly counts: AddressCounts;
  /** Number of submissions from this IP address today, including this one. */
  readonly usedToday: number;
  /** Reserved units of the quota and of the IP address's daily limit. Spam uses neither. */
  readonly reserved: Reservation;
}

export type Settlement = SettledSpam | SettledSubmission;

export interface SettledSpam {
  readonly status: 'spam';
  readonly payload: Payload;
  readonly spam: SpamScore;
  /**
   * True if the form hadn't reached its daily limit for stored spam and this submission has been counted.
   */
  readonly hasRoom: boolean;
}

export interface SettledSubmission {
  readonly status: 'received';
  readonly payload: Payload;
  readonly files: readonly IncomingFile[];
  readonly spam: SpamScore;
  /**
   * The unit of the stored-spam limit that was reserved for this submission. The submission isn't spam, so
   * the caller must release the unit.
   */
  readonly unused: Reservation;
}

export interface SettlingStore {
  /**
   * Increments the limit's counter unless the limit is reached. Returns true if the counter was incremented.
   * The count is exact even for concurrent requests.
   */
  count(limit: CounterLimit): Promise<boolean>;
  /** Decrements the counter that `count` incremented. */
  release(limit: CounterLimit): Promise<void>;
  /** Records the text and returns true if it has been submitted three times within an hour. */
  isTextRepeated(text: SeenText): Promise<boolean>;
  /**
   * Returns the number of submissions counted towards the IP address's daily limit, using a strongly
   * consistent read.
   */
  readOfDay(counts: AddressCounts): Promise<number>;
}

export interface SettleConfig {
  /** Detects repeated text for forms that only record scores. */
  readonly texts: TextMemory;
  /** Fraction of the monthly quota that a single IP address may use per day. */
  readonly quotaShareOfOneAddress: number;
}

/**
 * Counts a submission towards its limits and decides whether it is spam.
 * @throws RateLimited if the IP address has reached its daily limit; in this case, no counter changes
 */
export function settlePost(
  request: SettledRequest,
  judgement: Judgement,
  stores: SettlingStore,
  config: SettleConfig,
): Promise<Settlement> {
  return judgement.verdict === 'spam'
    ? settleCertainSpam(request, judgement, stores)
    : settleScored(request, judgement, stores, config);
}

async function settleCertainSpam(
  { form, now, reserved }: SettledRequest,
  { payload, spam }: CertainSpam,
  stores: Pick<SettlingStore, 'count'>,
): Promise<SettledSpam> {
  // Make the same calls whether or not the limit is reached so that response times don't reveal anything to
  // bots.
  const [hasRoom] = await Promise.all([stores.count(spamCounter(form.form_id, now)), reserved.release()]);
  return { status: 'spam', payload, spam, hasRoom };
}

async function settleScored(
  request: SettledRequest,
  { payload, files, signs, filing }: ScoredPost,
  stores: SettlingStore,
  config: SettleConfig,
): Promise<Settlement> {
  const { form, now, counts, quota, usedToday } = request;
  const share = shareOfOneAddress(quota.counter.limit, config.quotaShareOfOneAddress) ?? Infinity;
  const unused = new Reservation();
  try {
    const [isRepeated, hasRoom, ofDayNow] = await allOrFirstError([
      isTextRepeated(form, seenText(form, payload, now), stores, config),
      filing !== 'no' && countSpam(spamCounter(form.form_id, now), unused, stores),
      // Read the count again if the IP address had exceeded its daily limit when the request arrived. Other
      // requests might have released units since then.
      usedToday > share ? stores.readOfDay(counts) : 0,
    ]);
    const spam = softScore(signs, isRepeated);
    if (filing !== 'no' && spam.score >= form.spam.threshold)
      return { status: 'spam', payload, spam, hasRoom };
    if (ofDayNow > share)
      throw new RateLimited(message('too-many-from-address'), secondsLeft(counts.day, now));
    return { status: 'received', payload, files, spam, unused };
  } catch (error) {
    await unused.release();
    throw error;
  }
}

/**
 * Returns true if the text was submitted repeatedly. For forms that only record scores, checks this
 * function's memory instead of the database.
 */
async function isTextRepeated(
  form: IngestForm,
  text: SeenText,
  stores: Pick<SettlingStore, 'isTextRepeated'>,
  { texts }: Pick<SettleConfig, 'texts'>,
): Promise<boolean> {
  if (form.spam.mode === 'observe') return texts.isRepeated(text);
  // Accept the submission even if the check for repeated text fails.
  return stores.isTextRepeated(text).catch(() => false);
}

async function countSpam(
  limit: CounterLimit,
  counted: Reservation,
  stores: Pick<SettlingStore, 'count' | 'release'>,
): Promise<boolean> {
  const hasRoom = await stores.count(limit);
  if (hasRoom) counted.add(() => stores.release(limit));
  return hasRoom;
}
