/**
 * Runs the checks that don't need a request's body: form, origin, key, rate limit, idempotency key and quota
 * (docs/specification.md, "Order of checks"). Used for submissions and for the uploads that precede them.
 */
import type { Plan, Plans } from '../accounts/plans.ts';
import type { QuotaState } from '../accounts/quota.ts';
import { canSeeForm, type CredentialPrincipal } from '../core/caller.ts';
import { containsMistypedKey, parseCredential, type Credential } from '../auth/principal.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import {
  FormNotFound,
  FormNotLive,
  InvalidKey,
  QuotaExceeded,
  RateLimited,
  WebhookLoop,
} from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { message } from '../core/message.ts';
import type { WordModel } from '../spam/word-model.ts';
import type { Source } from '../submissions/source.ts';
import { addressCounts, type AddressCounts, type CountedTime } from '../forms/rate-limit.ts';
import type { PostingPage } from './conventions/allowed-redirect.ts';
import { onceKeyOfHeader, type DeduplicationKey, type PostCaller } from './idempotency.ts';
import { assertOriginAllowed } from './origins.ts';
import { onceKeyOfRepeat, type WholeBody } from './repeated-post.ts';
import { Reservation } from './reservation.ts';

/** A request to a form, without its body. */
export interface IngestRequest {
  /** The form's slug or its id. */
  readonly slug: string;
  readonly sourceIp: string;
  /** True if the request is a webhook delivery of this service (`isFromWebhook`). */
  readonly isFromWebhook: boolean;
  /** The `Origin` header of the request. */
  readonly origin: string | undefined;
  readonly referrer?: string | undefined;
  /** Account of a key that has already been verified. If set, `authorization` is ignored. */
  readonly accountId?: string;
  readonly authorization: string | undefined;
  /** The `Idempotency-Key` header as sent. It can be any string; an empty string counts as absent. */
  readonly idempotencyKey: string | undefined;
  /**
   * Body of a request from a navigating browser. If the request has no idempotency key, a request with the
   * same body counts as a repeat.
   */
  readonly repeatable?: WholeBody | undefined;
  /** Set for uploads that precede a submission. They don't use the quota. */
  readonly isUpload?: boolean;
  /** Ignored for uploads that precede a submission. */
  readonly source?: Source | undefined;
}

/** A request that may submit the form. Its limits have been read but not enforced yet. */
export interface PreflightResult {
  readonly form: IngestForm;
  /** Time just before the form and account are read, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** Time when the request arrived. All later steps use this time. */
  readonly now: number;
  /**
   * Principal of the key or token in the request. Its use is recorded even if a later check refuses the
   * request.
   */
  readonly principal: CredentialPrincipal | undefined;
  readonly sourceIp: string;
  readonly source: Source | undefined;
  readonly page: PostingPage;
  /** Identifies requests that are the same submission as this one. Undefined if they can't be identified. */
  readonly once: DeduplicationKey | undefined;
  /** The submission that was stored earlier under `once`. */
  readonly remembered: RememberedSubmission | undefined;
  readonly counts: AddressCounts;
  /** True if the request is within the rate limit. The request has already been counted. */
  readonly isWithinRate: boolean;
  /** Units of the daily share that the address has used, including this request. */
  readonly usedToday: number;
  readonly plan: Plan;
  readonly quota: QuotaState;
  /**
   * One unit of the quota and one of the address's share. The code that completes the request releases them
   * if they aren't used.
   */
  readonly reserved: Reservation;
  /** The form's spam model, if it was requested and is sufficiently trained. */
  readonly wordModel: WordModel | undefined;
}

/** An earlier submission that is identical to this request. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** Additional data to look up for a request. */
export interface Lookups {
  /** Principal of the credential, or undefined if the credential isn't valid. */
  readonly principal: CredentialPrincipal | undefined;
  readonly remembered: RememberedSubmission | undefined;
  /** The form's spam model. Undefined if it isn't sufficiently trained or the store doesn't read it. */
  readonly wordModel?: WordModel | undefined;
}

export interface PreflightStore {
  /** Returns the form with this slug or id, using a strongly consistent read. */
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** Returns the key for hashing addresses. Used for forms that don't have a copy of it. */
  findAddressKey(form: IngestForm): Promise<string>;
  /** Returns true if the address is known to have reached the rate limit. */
  isFull(counts: AddressCounts, now: number): boolean;
  /**
   * Counts a request towards the rate limit and the address's share, unless the rate limit has been reached.
   * The count is exact even for concurrent requests.
   */
  countAddress(
    counts: AddressCounts,
    withShare: boolean,
  ): Promise<{ readonly isWithinRate: boolean; readonly usedToday: number }>;
  giveBackOfDay(counts: AddressCounts): Promise<void>;
  /**
   * Reserves a unit of the account's quota, if any is left. The count is exact even for concurrent requests.
   */
  reserveQuota(accountId: string, now: number): Promise<QuotaState>;
  /** Returns the quota's state without reserving anything. */
  findQuota(accountId: string, now: number): Promise<QuotaState>;
  giveBackQuota(unit: CounterLimit): Promise<void>;
  /** Looks up additional data. Takes one round trip, or none if there is nothing to look up. */
  lookUp(query: {
    formId: string;
    credential: Credential | undefined;
    once: { formId: string; key: DeduplicationKey } | undefined;
    now: number;
  }): Promise<Lookups>;
}

export interface PreflightConfig {
  readonly now: Clock;
  readonly plans: Plans;
}

/**
 * Checks the form, origin and key, counts the request towards the rate limit, and reserves the quota for a
 * submission, in two round trips.
 * @throws WebhookLoop, FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey; nothing stays reserved
 */
export async function preflight(
  request: IngestRequest,
  stores: PreflightStore,
  config: PreflightConfig,
): Promise<PreflightResult> {
  const { slug, sourceIp, origin, referrer, source } = request;
  if (request.isFromWebhook) throw new WebhookLoop();
  const begunAt = config.now();
  const form = await stores.findForm(slug);
  if (!form) throw new FormNotFound(slug);
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, origin);
  const credential = credentialOf(request, form);

  const now = config.now();
  const isOfAccount = credential !== undefined || request.accountId !== undefined;
  // A key that turns out not to be the account's own ends the request, so its digest is never used.
  const once = await deduplicationKeyOf(request, form, isOfAccount ? 'account' : 'anonymous');
  const addressKey = form.address_key ?? (await stores.findAddressKey(form));
  const counts = addressCounts(form, addressKey, sourceIp, now);
  const reserved = new Reservation();
  try {
    const [address, quota, lookups] = await allOrFirstError([
      countAddress(counts, request, now, stores, reserved),
      stateOfQuota(form.account_id, counts, request, now, stores, reserved),
      stores.lookUp({
        formId: form.form_id,
        credential,
        once: once && { formId: form.form_id, key: once },
        now,
      }),
    ]);
    // Forms of suspended accounts aren't live for anyone (docs/specification.md, "Suspended accounts").
    if (quota.isSuspended) throw new FormNotLive();
    return {
      form,
      begunAt,
      now,
      sourceIp,
      source,
      once,
      counts,
      quota,
      reserved,
      ...address,
      page: { origin, referrer },
      principal: credential && principalOfForm(lookups.principal, form),
      plan: quota.plan ? config.plans[quota.plan] : NO_PLAN,
      remembered: lookups.remembered,
      wordModel: lookups.wordModel,
    };
  } catch (error) {
    await reserved.release();
    throw error;
  }
}

async function countAddress(
  counts: AddressCounts,
  { isUpload = false }: IngestRequest,
  now: number,
  stores: PreflightStore,
  reserved: Reservation,
): Promise<{ isWithinRate: boolean; usedToday: number }> {
  if (stores.isFull(counts, now)) return { isWithinRate: false, usedToday: 0 };
  const state = await stores.countAddress(counts, !isUpload);
  if (state.usedToday > 0) reserved.add(() => stores.giveBackOfDay(counts));
  return state;
}

/**
 * Doesn't reserve quota for an address that is known to have reached the rate limit, however many requests it
 * sends.
 */
async function stateOfQuota(
  accountId: string,
  counts: AddressCounts,
  { isUpload = false }: IngestRequest,
  now: number,
  stores: PreflightStore,
  reserved: Reservation,
): Promise<QuotaState> {
  if (isUpload || stores.isFull(counts, now)) return stores.findQuota(accountId, now);
  const state = await stores.reserveQuota(accountId, now);
  if (state.isReserved) reserved.add(() => stores.giveBackQuota(state.counter));
  return state;
}

/**
 * Waits for all tasks even if one fails, so that all their reservations are known. @throws the first error
 */
export async function allOrFirstError<Values extends readonly unknown[]>(tasks: {
  [Index in keyof Values]: Promise<Values[Index]> | Values[Index];
}): Promise<Values> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

/** Ignores a body that can't be read, because it is refused later and can't match another request. */
async function deduplicationKeyOf(
  { idempotencyKey = '', repeatable, sourceIp }: IngestRequest,
  form: IngestForm,
  caller: PostCaller,
): Promise<DeduplicationKey | undefined> {
  if (idempotencyKey !== '') return onceKeyOfHeader(idempotencyKey, caller);
  return repeatable && onceKeyOfRepeat(form, sourceIp, repeatable).catch(() => undefined);
}

/** Plan to use if the account no longer exists. */
const NO_PLAN: Plan = { monthly_quota: 0, max_file_bytes: 0, max_forms: 0 };

/** @throws RateLimited if the rate limit is reached */
export function assertWithinRate({
  isWithinRate,
  counts: { window },
  now,
}: Pick<PreflightResult, 'isWithinRate' | 'counts' | 'now'>): void {
  if (!isWithinRate)
    throw new RateLimited(message('too-many-posts', { limit: window.limit }), secondsLeft(window, now));
}

/** Returns the number of seconds until the window ends, for `Retry-After`. Returns at least one. */
export function secondsLeft({ endsAt }: CountedTime, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / SECOND));
}

/** Checks the quota for an upload that precedes a submission. Reserves nothing. @throws QuotaExceeded */
export function assertQuotaLeft({ quota: { used, counter } }: Pick<PreflightResult, 'quota'>): void {
  if (used >= counter.limit) throw new QuotaExceeded(counter.limit);
}

/**
 * Returns the key or token that still has to be looked up, if one was sent. Mistyped keys are refused without
 * a read.
 */
function credentialOf({ accountId, authorization }: IngestRequest, form: IngestForm): Credential | undefined {
  if (accountId !== undefined) {
    if (accountId !== form.account_id) throw new InvalidKey(message('not-a-key-of-the-form'));
    return undefined;
  }
  if (authorization === undefined) return undefined;
  const credential = parseCredential(authorization);
  if (!credential && containsMistypedKey(authorization)) throw new InvalidKey(message('key-mistyped'));
  if (!credential) throw new InvalidKey(message('not-an-api-key'));
  return credential;
}

function principalOfForm(principal: CredentialPrincipal | undefined, form: IngestForm): CredentialPrincipal {
  const isOfForm = principal?.account_id === form.account_id && canSeeForm(principal, form.form_id);
  if (!isOfForm || !mayPost(principal)) throw new InvalidKey(message('not-a-key-of-the-form'));
  return principal;
}

/** Management keys can also post with `write`, so that one key serves a whole client. */
function mayPost({ type, scopes }: CredentialPrincipal): boolean {
  return scopes.includes('ingest') || (type === 'key' && scopes.includes('write'));
}
