/**
 * Runs the checks of a request to a form that don't need the body: form, origin, key, rate limit, idempotency
 * key and quota (docs/specification.md, "Order of checks"). Used for posts and for uploads ahead of a post.
 */
import type { Plan, Plans } from '../accounts/plans.ts';
import type { QuotaState } from '../accounts/quota.ts';
import { canSeeForm, type CredentialPrincipal } from '../core/caller.ts';
import { parseCredential, type Credential } from '../auth/principal.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import { FormNotFound, FormNotLive, InvalidKey, QuotaExceeded, RateLimited } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { message } from '../core/message.ts';
import type { WordModel } from '../spam/word-model.ts';
import type { Source } from '../submissions/source.ts';
import { addressCounts, type AddressCounts, type CountedTime } from '../forms/address-counts.ts';
import type { PostingPage } from './conventions/allowed-redirect.ts';
import { onceKeyOfHeader, type DeduplicationKey } from './idempotency.ts';
import { assertOriginAllowed } from './origins.ts';
import { onceKeyOfRepeat, type WholeBody } from './repeated-post.ts';
import { Reservation } from './reservation.ts';

/** A request to a form, without its body. */
export interface IngestRequest {
  /** The form's slug or its id. */
  readonly slug: string;
  readonly sourceIp: string;
  /** The `Origin` header of the request. */
  readonly origin: string | undefined;
  /** The `Referer` header as sent. */
  readonly referrer?: string | undefined;
  /** The account of a key that was already checked; `authorization` is then ignored. */
  readonly accountId?: string;
  /** The `Authorization` header as sent. */
  readonly authorization: string | undefined;
  /** The `Idempotency-Key` header as sent: any string. An empty one counts as absent. */
  readonly idempotencyKey: string | undefined;
  /**
   * The body of a request from a navigating browser. If it has no idempotency key, repeating it counts as the
   * same post.
   */
  readonly repeatable?: WholeBody | undefined;
  /** Set for an upload ahead of a post, which uses no quota. */
  readonly isUpload?: boolean;
  /** Source of the post. Ignored for uploads before a post. */
  readonly source?: Source | undefined;
}

/** A request that may post to the form. Its limits are known but not yet enforced. */
export interface PreflightResult {
  readonly form: IngestForm;
  /** Time before anything about form and account was read, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** When the request arrived. All later steps use this time. */
  readonly now: number;
  /**
   * Principal of the key or token sent with the request. Its use is recorded even if a later check refuses
   * the request.
   */
  readonly principal: CredentialPrincipal | undefined;
  readonly sourceIp: string;
  readonly source: Source | undefined;
  readonly page: PostingPage;
  /** Identifies posts that are the same submission as this one, if possible. */
  readonly once: DeduplicationKey | undefined;
  /** The submission previously stored under it. */
  readonly remembered: RememberedSubmission | undefined;
  readonly counts: AddressCounts;
  /** Whether this request is within the rate limit. It is counted. */
  readonly isWithinRate: boolean;
  /** How much of its daily allowance the address has used, in units, including this post. */
  readonly ofDay: number;
  readonly plan: Plan;
  readonly quota: QuotaState;
  /**
   * Reservations of the request: one unit of the quota and one of the address's share. The code that ends the
   * request gives both back.
   */
  readonly reserved: Reservation;
  /** The form's spam model, if it was requested and has learned enough. */
  readonly wordModel: WordModel | undefined;
}

/** An earlier submission that is the same as this post. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** Data that is looked up for a request in addition to its limits. */
export interface Lookups {
  /** Principal of the credential; undefined if it is not valid now. */
  readonly principal: CredentialPrincipal | undefined;
  readonly remembered: RememberedSubmission | undefined;
  /** The form's spam model; undefined if it has not learned enough or the store doesn't read it. */
  readonly wordModel?: WordModel | undefined;
}

export interface PreflightStore {
  /** Returns the form with this slug or id. The read is strongly consistent. */
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** Returns the key for digests of addresses, for a form that has no copy of it. */
  findAddressKey(form: IngestForm): Promise<string>;
  /** Whether the address is known to have reached the rate limit. */
  isFull(counts: AddressCounts, now: number): boolean;
  /**
   * Counts a request towards the rate limit unless it is reached, and towards the address's share. Exact
   * under races.
   */
  countAddress(
    counts: AddressCounts,
    withShare: boolean,
  ): Promise<{ readonly isWithinRate: boolean; readonly ofDay: number }>;
  giveBackOfDay(counts: AddressCounts): Promise<void>;
  /** Reserves a unit of the account's quota if any is left. Exact under races. */
  reserveQuota(accountId: string, now: number): Promise<QuotaState>;
  /** Returns the same without reserving anything. */
  findQuota(accountId: string, now: number): Promise<QuotaState>;
  giveBackQuota(unit: CounterLimit): Promise<void>;
  /** Needs one round trip, or none if there is nothing to look up. */
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
 * Checks form, origin and key, counts the request towards the rate limit and reserves what a submission uses
 * up, in two round trips.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey; nothing is then reserved
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
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, origin);
  const credential = credentialOf(request, form);

  const now = config.now();
  const once = await deduplicationKeyOf(request, form);
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
    // The forms of a suspended account are not live for anyone (docs/specification.md, "Suspended accounts").
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
    await reserved.giveBack();
    throw error;
  }
}

async function countAddress(
  counts: AddressCounts,
  { isUpload = false }: IngestRequest,
  now: number,
  stores: PreflightStore,
  reserved: Reservation,
): Promise<{ isWithinRate: boolean; ofDay: number }> {
  if (stores.isFull(counts, now)) return { isWithinRate: false, ofDay: 0 };
  const state = await stores.countAddress(counts, !isUpload);
  if (state.ofDay > 0) reserved.add(() => stores.giveBackOfDay(counts));
  return state;
}

/** An address that is known to have reached the rate limit reserves no quota, however often it posts. */
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
 * Waits for all tasks, even if one fails, because only then is it known what they have reserved. @throws the
 * first error
 */
export async function allOrFirstError<Values extends readonly unknown[]>(tasks: {
  [Index in keyof Values]: Promise<Values[Index]> | Values[Index];
}): Promise<Values> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

/** A body that can't be read is refused later. No other post is the same as it. */
async function deduplicationKeyOf(
  { idempotencyKey = '', repeatable, sourceIp }: IngestRequest,
  form: IngestForm,
): Promise<DeduplicationKey | undefined> {
  if (idempotencyKey !== '') return onceKeyOfHeader(idempotencyKey);
  return repeatable && onceKeyOfRepeat(form, sourceIp, repeatable).catch(() => undefined);
}

/** Plan of an account that no longer exists. */
const NO_PLAN: Plan = { monthly_quota: 0, max_file_bytes: 0 };

/** @throws RateLimited */
export function assertWithinRate({
  isWithinRate,
  counts: { window },
  now,
}: Pick<PreflightResult, 'isWithinRate' | 'counts' | 'now'>): void {
  if (!isWithinRate)
    throw new RateLimited(message('too-many-posts', { limit: window.limit }), secondsLeft(window, now));
}

/** Returns the seconds until the window ends, at least one, for `Retry-After`. */
export function secondsLeft({ endsAt }: CountedTime, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / SECOND));
}

/** For an upload ahead of a post, which reserves nothing. @throws QuotaExceeded */
export function assertQuotaLeft({ quota: { used, counter } }: Pick<PreflightResult, 'quota'>): void {
  if (used >= counter.limit) throw new QuotaExceeded(counter.limit);
}

/**
 * Returns the key or token that must still be looked up, if one was sent. Only a well-formed submission key
 * or access token is looked up, so a mistyped key or a management key costs no read.
 */
function credentialOf({ accountId, authorization }: IngestRequest, form: IngestForm): Credential | undefined {
  if (accountId !== undefined) {
    if (accountId !== form.account_id) throw new InvalidKey(message('not-a-key-of-the-form'));
    return undefined;
  }
  if (authorization === undefined) return undefined;
  const credential = parseCredential(authorization);
  if (!credential || (credential.kind === 'key' && credential.type !== 'submission'))
    throw new InvalidKey(message('not-a-submission-key'));
  return credential;
}

function principalOfForm(principal: CredentialPrincipal | undefined, form: IngestForm): CredentialPrincipal {
  const isOfForm = principal?.account_id === form.account_id && canSeeForm(principal, form.form_id);
  if (!isOfForm || !principal.scopes.includes('ingest'))
    throw new InvalidKey(message('not-a-key-of-the-form'));
  return principal;
}
