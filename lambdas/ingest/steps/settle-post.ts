/** Settle: counts what a judged post uses of its limits, and decides whether it is stored as spam or as received. */
import type { QuotaState } from '../../accounts/quota.ts';
import type { CounterLimit } from '../../core/counter-limit.ts';
import { RateLimited } from '../../core/errors.ts';
import { message } from '../../i18n/message.ts';
import type { IngestForm } from '../../forms/form.ts';
import { seenText, type SeenText } from '../../spam/repeated-text.ts';
import { softScore } from '../../spam/score-post.ts';
import type { TextMemory } from '../../spam/text-memory.ts';
import type { Payload } from '../../submissions/payload.ts';
import { spamCounter } from '../../submissions/spam-limits.ts';
import type { SpamScore } from '../../submissions/spam-score.ts';
import { shareOfOneAddress, type AddressCounts } from '../addresses/address-counts.ts';
import type { IncomingFile } from '../ingest-files.ts';
import type { CertainSpam, Judgement, ScoredPost } from './judge-post.ts';
import { allOrFirstError, secondsLeft } from '../preflight.ts';
import { Reservation } from '../reservation.ts';

/** The part of what preflight found that this step needs. */
export interface SettledRequest {
  readonly form: IngestForm;
  readonly now: number;
  readonly quota: Pick<QuotaState, 'counter'>;
  readonly counts: AddressCounts;
  /** Submissions of this address today, this post included. */
  readonly ofDay: number;
  /** Units of the quota and of the address's share, which spam does not use. */
  readonly reserved: Reservation;
}

export type Settlement = SettledSpam | SettledSubmission;

export interface SettledSpam {
  readonly status: 'spam';
  readonly payload: Payload;
  readonly spam: SpamScore;
  /** Whether the form's daily limit of stored spam has room for it; it is counted then. */
  readonly hasRoom: boolean;
}

export interface SettledSubmission {
  readonly status: 'received';
  readonly payload: Payload;
  readonly files: readonly IncomingFile[];
  readonly spam: SpamScore;
  /** A unit of the limit of stored spam that the post turned out not to need. */
  readonly unused: Reservation;
}

export interface SettlingStore {
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(limit: CounterLimit): Promise<boolean>;
  /** Takes back one unit that `count` added. */
  giveBack(limit: CounterLimit): Promise<void>;
  /** Notes that the text came; whether it came three times within an hour. */
  isTextRepeated(text: SeenText): Promise<boolean>;
  /** Units of its share of the day that the address has now; strongly consistent. */
  readOfDay(counts: AddressCounts): Promise<number>;
}

export interface SettleConfig {
  /** Of the texts that were posted to forms that file nothing. */
  readonly texts: TextMemory;
  /** Part of a month's quota that one address may use on one day. */
  readonly quotaShareOfOneAddress: number;
}

/** @throws RateLimited when the address has used up its share of the day; nothing stays counted then */
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
  // As many calls and round trips with room as without, so that response times tell a bot nothing about the limit.
  const [hasRoom] = await Promise.all([stores.count(spamCounter(form.form_id, now)), reserved.giveBack()]);
  return { status: 'spam', payload, spam, hasRoom };
}

async function settleScored(
  request: SettledRequest,
  { payload, files, signs, filing }: ScoredPost,
  stores: SettlingStore,
  config: SettleConfig,
): Promise<Settlement> {
  const { form, now, counts, quota, ofDay } = request;
  const share = shareOfOneAddress(quota.counter.limit, config.quotaShareOfOneAddress) ?? Infinity;
  const unused = new Reservation();
  try {
    const [isRepeated, hasRoom, ofDayNow] = await allOrFirstError([
      isTextRepeated(form, seenText(form, payload, now), stores, config),
      filing !== 'no' && countSpam(spamCounter(form.form_id, now), unused, stores),
      // It was over the share when the post came; other posts may have given units back since.
      ofDay > share ? stores.readOfDay(counts) : 0,
    ]);
    const spam = softScore(signs, isRepeated);
    if (filing !== 'no' && spam.score >= form.spam.threshold)
      return { status: 'spam', payload, spam, hasRoom };
    if (ofDayNow > share)
      throw new RateLimited(message('too-many-from-address'), secondsLeft(counts.day, now));
    return { status: 'received', payload, files, spam, unused };
  } catch (error) {
    await unused.giveBack();
    throw error;
  }
}

/** A form that only observes files nothing by its score, so the text is looked up in this function's memory: no write. */
async function isTextRepeated(
  form: IngestForm,
  text: SeenText,
  stores: Pick<SettlingStore, 'isTextRepeated'>,
  { texts }: Pick<SettleConfig, 'texts'>,
): Promise<boolean> {
  if (form.spam.mode === 'observe') return texts.isRepeated(text);
  // The post is not lost when this sign of spam can't be read.
  return stores.isTextRepeated(text).catch(() => false);
}

async function countSpam(
  limit: CounterLimit,
  counted: Reservation,
  stores: Pick<SettlingStore, 'count' | 'giveBack'>,
): Promise<boolean> {
  const hasRoom = await stores.count(limit);
  if (hasRoom) counted.add(() => stores.giveBack(limit));
  return hasRoom;
}
