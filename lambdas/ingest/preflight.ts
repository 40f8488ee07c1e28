/**
 * Runs the checks that don't need a request's body: form, origin, key, rate limit, idempotency key and quota
 * (docs/specification.md, "Order of checks"). Used for submissions and for uploads before a submission.
 */
import type { Plan, Plans } from '../accounts/plans.ts';
import type { QuotaState } from '../accounts/quota.ts';
import { canSeeForm, type CredentialPrincipal } from '../core/caller.ts';
import { containsMistypedKey, parseCredential, type Credential } from '../auth/principal.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import {
  FormNotFound,
  FormNotLive,
  InvalidKey,
  QuotaExceeded,
  RateLimited,
  WebhookLoop,
} from '../core/errors/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { message } from '../core/errors/message.ts';
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
  /** True if the request is a webhook delivery from this service (`isFromWebhook`). */
  readonly isFromWebhook: boolean;
  /** The `Origin` header of the request. */
  readonly origin: string | undefined;
  readonly referrer?: string | undefined;
  /** Id of the account if its key has already been verified. If set, `authorization` is ignored. */
  readonly accountId?: string;
  readonly authorization: string | undefined;
  /** The `Idempotency-Key` header as sent. It can be any string; an empty string counts as absent. */
  readonly idempotencyKey: string | undefined;
  /**
   * Body of a request that a browser sends as a page navigation. If the request has no idempotency key, a
   * request with the same body counts as a repeat.
   */
  readonly repeatable?: WholeBody | undefined;
  /** True for an upload before a submission. Uploads don't use the quota. */
  readonly isUpload?: boolean;
  /** The submission's page and language. Ignored for uploads. */
  readonly source?: Source | undefined;
}

/**
 * Result of preflight for a request that is allowed to submit the form. The request's limits have been read
 * but not enforced yet.
 */
export interface PreflightResult {
  readonly form: IngestForm;
  /** Time just before the form and account are read, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** Time when the request arrived, in milliseconds since the epoch. All later steps use this time. */
  readonly now: number;
  /**
   * Principal of the key or token in the request. The key's use is recorded even if a later check rejects the
   * request.
   */
  readonly principal: CredentialPrincipal | undefined;
  readonly sourceIp: string;
  readonly source: Source | undefined;
  readonly page: PostingPage;
  /** Deduplication key of the request (`idempotency.ts`). Undefined if the request has none. */
  readonly once: DeduplicationKey | undefined;
  /** The submission that was stored earlier under the deduplication key `once`. */
  readonly remembered: RememberedSubmission | undefined;
  readonly counts: AddressCounts;
  /** True if the request is within the rate limit. The request has already been counted. */
  readonly isWithinRate: boolean;
  /** Number of submissions counted towards the IP address's daily limit, including this request. */
  readonly usedToday: number;
  readonly plan: Plan;
  readonly quota: QuotaState;
  /**
   * One unit of the quota and one unit of the IP address's daily limit. The code that finishes the request
   * must release both units if they aren't used.
   */
  readonly reserved: Reservation;
  /** The form's spam model, if it was requested and is sufficiently trained. */
  readonly wordModel: WordModel | undefined;
}

/** The stored submission of an earlier, identical request. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** Additional data that is looked up for a request. */
export interface Lookups {
  /** Principal of the credential, or undefined if the credential isn't valid. */
  readonly principal: CredentialPrincipal | undefined;
  readonly remembered: RememberedSubmission | undefined;
  /**
   * The form's spam model. Undefined if the model isn't sufficiently trained or the store doesn't read it.
   */
  readonly wordModel?: WordModel | undefined;
}

export interface PreflightStore {
  /** Returns the form with this slug or id, using a strongly consistent read. */
  findForm(slug: string): Promise<IngestForm | undefined>;
  /**
   * Returns the account's key for hashing IP addresses. Used for forms that don't have a copy of the key.
   */
  findAddressKey(form: IngestForm): Promise<string>;
  /** Returns true if the IP address is known to have reached the rate limit. */
  isFull(counts: AddressCounts, now: number): boolean;
  /**
   * Counts a request towards the rate limit and the IP address's daily limit, unless the rate limit has been
   * reached. The count is exact even for concurrent requests.
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
  /** Looks up additional data for a request, in at most one round trip. */
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
  /** Origin of this service. Hosted pages on this origin can always submit their form. */
  readonly ownOrigin?: string;
}

/**
 * Checks the form, origin and key, and counts the request towards the rate limit. For a submission, also
 * reserves a unit of the quota. Takes two round trips.
 * @throws FormNotFound, WebhookLoop, FormNotLive, OriginNotAllowed, InvalidKey, after releasing all reserved
 *   units
 */
export async function preflight(
  request: IngestRequest,
  stores: PreflightStore,
  config: PreflightConfig,
): Promise<PreflightResult> {
  const { slug, sourceIp, origin, referrer, source } = request;
  const begunAt = config.now();
  const form = await stores.findForm(slug);
  if (!form) throw new FormNotFound(slug);
  if (request.isFromWebhook) throw new WebhookLoop();
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, origin, form.page.enabled ? config.ownOrigin : undefined);
  const credential = credentialOf(request, form);

  const now = config.now();
  const isOfAccount = credential !== undefined || request.accountId !== undefined;
  // The API key hasn't been verified yet. If it belongs to another account, the request is rejected before
  // this deduplication key is used.
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
 * Reads the quota's state, or reserves a unit of the quota. Never reserves quota for an IP address that is
 * known to have reached the rate limit, no matter how many requests it sends.
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
 * Waits for all tasks, even if one fails, so that all their reservations are known.
 * @throws the first error
 */
export async function allOrFirstError<Values extends readonly unknown[]>(tasks: {
  [Index in keyof Values]: Promise<Values[Index]> | Values[Index];
}): Promise<Values> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

/**
 * Returns the request's deduplication key. Returns undefined if the body can't be read, because the request
 * is then rejected later.
 */
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

/**
 * Checks the rate limit.
 * @throws RateLimited if the rate limit is reached
 */
export function assertWithinRate({
  isWithinRate,
  counts: { window },
  now,
}: Pick<PreflightResult, 'isWithinRate' | 'counts' | 'now'>): void {
  if (!isWithinRate)
    throw new RateLimited(message('too-many-posts', { limit: window.limit }), secondsLeft(window, now));
}

/**
 * Returns the number of seconds until the rate limit window ends, for `Retry-After`. Returns at least one.
 */
export function secondsLeft({ endsAt }: CountedTime, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / SECOND));
}

/**
 * Checks the quota for an upload before a submission, without reserving anything.
 * @throws QuotaExceeded
 */
export function assertQuotaLeft({ quota: { used, counter } }: Pick<PreflightResult, 'quota'>): void {
  if (used >= counter.limit) throw new QuotaExceeded(counter.limit);
}

/**
 * Returns the key or token that still has to be looked up, if one was sent. Mistyped keys are rejected
 * without a database read.
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

/**
 * Returns true if the key or token is allowed to submit forms. Management keys with the `write` scope can
 * also submit forms so that clients need only one key.
 */
function mayPost({ type, scopes }: CredentialPrincipal): boolean {
  return scopes.includes('ingest') || (type === 'key' && scopes.includes('write'));
}
