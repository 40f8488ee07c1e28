/**
 * Stores submissions after their requests passed preflight. The steps are parse, judge, settle and store, in
 * the documented order (docs/specification.md, "Order of checks").
 */
import { SECOND } from '../core/clock.ts';
import { QuotaExceeded } from '../core/errors/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import type { EncodedBody, ParsedBody } from '../http/body/read-form.ts';
import { redirectOfUnread } from './conventions/posted-settings.ts';
import type { DeduplicationKey } from './idempotency.ts';
import type { IngestFileStore } from '../files/incoming-file.ts';
import { judgePost, type JudgeConfig, type JudgingStore } from './steps/judge-post.ts';
import { parsePost, type ParseConfig } from './steps/parse-post.ts';
import {
  assertWithinRate,
  type PreflightConfig,
  type PreflightResult,
  type PreflightStore,
  type RememberedSubmission,
} from './preflight.ts';
import { settlePost, type SettleConfig, type SettlingStore } from './steps/settle-post.ts';
import { storePost, type StoreConfig, type StoreOutcome, type SubmissionWriter } from './steps/store-post.ts';

/** The result for a submission that wasn't rejected. */
export type IngestResult = StoredPost &
  (
    | Exclude<StoreOutcome, { outcome: 'spam' }>
    | (Extract<StoreOutcome, { outcome: 'spam' }> & { readonly files: number })
  );

interface StoredPost {
  readonly form: IngestForm;
  /** Absolute URL that the form requests as its redirect, if it is allowed. */
  readonly redirect: string | undefined;
}

export interface IngestStore
  extends PreflightStore, SettlingStore, SubmissionWriter, Pick<JudgingStore, 'spendPuzzle'> {
  readonly files: IngestFileStore;
  /** Returns the submission stored under the deduplication key, unless the key has expired at `now`. */
  findRemembered(
    formId: string,
    key: DeduplicationKey,
    now: number,
  ): Promise<RememberedSubmission | undefined>;
}

export interface IngestConfig extends PreflightConfig, ParseConfig, JudgeConfig, SettleConfig, StoreConfig {
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/**
 * Stores a submission once and counts it, or rejects it without storing or counting anything. Reads the body
 * only if the limits permit another submission.
 * @param checked result of `preflight`, including its reservations, which are kept only if the submission is
 *   stored
 * @throws RateLimited, QuotaExceeded, ValidationFailed for declared fields, TurnstileFailed, ChallengeFailed,
 *   and any error from `readForm` and `acceptFiles`
 */
export async function ingest(
  checked: PreflightResult,
  body: EncodedBody | ParsedBody,
  stores: IngestStore,
  config: IngestConfig,
): Promise<IngestResult> {
  const { form, once, remembered, page, quota } = checked;
  const replayOf = async ({ submission_id }: RememberedSubmission): Promise<IngestResult> => {
    const redirect = await redirectOfUnread(form, body, page);
    return { outcome: 'replay', form, redirect, submissionId: submission_id };
  };
  try {
    assertWithinRate(checked);
    if (remembered) return await replayOf(remembered);
    try {
      if (!quota.isReserved) throw new QuotaExceeded(quota.counter.limit);
      return await ingestNew(checked, body, stores, config);
    } catch (error) {
      const earlier = once && (await findDuplicate(checked, once, error, stores, config));
      if (!earlier) throw error;
      return await replayOf(earlier);
    }
  } finally {
    await checked.reserved.release();
  }
}

/** Runs the parse, judge, settle and store steps for a request that hasn't been stored before. */
async function ingestNew(
  checked: PreflightResult,
  body: EncodedBody | ParsedBody,
  stores: IngestStore,
  config: IngestConfig,
): Promise<IngestResult> {
  const { form, page, plan } = checked;
  const post = await parsePost(body, { form, page, maxFileBytes: plan.max_file_bytes }, config);
  const judgement = await judgePost(checked, post, stores, config);
  const settlement = await settlePost(checked, judgement, stores, config);
  const stored = await storePost(checked, post, settlement, stores, config);
  const taken = { form, redirect: post.redirect };
  return stored.outcome === 'spam'
    ? { ...taken, ...stored, files: post.files.length }
    : { ...taken, ...stored };
}

/** Delays before each search for an identical request, in milliseconds. They add up to about 0.8 s. */
const DUPLICATE_WAITS = [0, 25, 50, 100, 200, 400];
/** Maximum age of a quota reservation that other requests wait for, in milliseconds. */
const RESERVATION_TIMEOUT = 10 * SECOND;

/**
 * Finds the submission of an identical request that arrived at the same time. If that request reserved the
 * last unit of the quota but hasn't stored its submission yet, waits for it. The browser shows the response
 * to the last request, so this response must not be an error.
 */
async function findDuplicate(
  { form, now, quota }: PreflightResult,
  once: DeduplicationKey,
  error: unknown,
  stores: Pick<IngestStore, 'findRemembered'>,
  { pause }: Pick<IngestConfig, 'pause'>,
): Promise<RememberedSubmission | undefined> {
  const isPending = now - (quota.reservedAt ?? -Infinity) < RESERVATION_TIMEOUT;
  // The quota was used up long before this request, so an identical request can't have reserved the last
  // unit.
  if (error instanceof QuotaExceeded && !isPending) return undefined;
  for (const wait of error instanceof QuotaExceeded ? DUPLICATE_WAITS : [0]) {
    if (wait > 0) await pause(wait);
    const earlier = await stores.findRemembered(form.form_id, once, now).catch(() => undefined);
    if (earlier) return earlier;
  }
  return undefined;
}
