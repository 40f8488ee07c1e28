/**
 * The checks of a request to a form that need no body: form, origin, key, rate limit, idempotency key and quota
 * (docs/specification.md, "Order of checks"). Posts pass them, and so do uploads ahead of a post.
 */
import type { Plan, Plans } from '../accounts/plans.ts';
import type { QuotaState } from '../accounts/quota.ts';
import { seesForm, type CredentialPrincipal } from '../core/caller.ts';
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
import { onceKeyOfHeader, type OnceKey } from './idempotency.ts';
import { assertOriginAllowed } from './origins.ts';
import { onceKeyOfRepeat, type WholeBody } from './repeated-post.ts';
import { Reservation } from './reservation.ts';

/** A request to a form, without its body. */
export interface IngestRequest {
  /** The form's slug or its id. */
  readonly slug: string;
  readonly sourceIp: string;
  /** The `Origin` header as sent. */
  readonly origin: string | undefined;
  /** The `Referer` header as sent. */
  readonly referrer?: string | undefined;
  /** The account of a key that was checked before; `authorization` is ignored then. */
  readonly accountId?: string;
  /** The `Authorization` header as sent. */
  readonly authorization: string | undefined;
  /** The `Idempotency-Key` header as sent: any string; an empty one counts as absent. */
  readonly idempotencyKey: string | undefined;
  /** The body of a browser that navigates: without a key, its repetition is the same post. */
  readonly repeatable?: WholeBody | undefined;
  /** It announces an upload ahead of a post, which uses up nothing of the quota. */
  readonly isUpload?: boolean;
  /** Where it came from; of no meaning for an upload ahead of a post. */
  readonly source?: Source | undefined;
}

/** A request that may send to the form; its limits are known, but not yet enforced. */
export interface PreflightResult {
  readonly form: IngestForm;
  /** Before anything was read of form and account, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** When the request came; all later steps use this time. */
  readonly now: number;
  /** Of the key or token that came with the request. Its use is noted also when a later check refuses the request. */
  readonly principal: CredentialPrincipal | undefined;
  readonly sourceIp: string;
  readonly source: Source | undefined;
  readonly page: PostingPage;
  /** What makes this post and others one submission, if anything does. */
  readonly once: OnceKey | undefined;
  /** The submission that was stored under it before. */
  readonly remembered: RememberedSubmission | undefined;
  readonly counts: AddressCounts;
  /** Whether this request is within the rate limit; it is counted. */
  readonly isWithinRate: boolean;
  /** Units of its share of the day that the address has, this post's included. */
  readonly ofDay: number;
  readonly plan: Plan;
  readonly quota: QuotaState;
  /** What is held for the request: a unit of the quota and one of the address's share. Whoever ends it gives both back. */
  readonly reserved: Reservation;
  /** What the form has learnt about spam, where it is asked for and has learnt enough. */
  readonly wordModel: WordModel | undefined;
}

/** An earlier submission that this post is the same as. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** What is found out about a request beside its limits. */
export interface Lookups {
  /** Of the credential that was asked about; undefined when it is not valid now. */
  readonly principal: CredentialPrincipal | undefined;
  readonly remembered: RememberedSubmission | undefined;
  /** Of the form; undefined while it has not learnt enough, and where the store does not read it. */
  readonly wordModel?: WordModel | undefined;
}

export interface PreflightStore {
  /** The form with this slug or id, strongly consistent. */
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** The key of the digests of addresses of a form that has no copy of it. */
  findAddressKey(form: IngestForm): Promise<string>;
  /** Whether the address is known to have reached the rate limit. */
  isFull(counts: AddressCounts, now: number): boolean;
  /** Counts a request towards the rate limit unless that is reached, and towards the address's share. Exact under races. */
  countAddress(
    counts: AddressCounts,
    withShare: boolean,
  ): Promise<{ readonly isWithinRate: boolean; readonly ofDay: number }>;
  giveBackOfDay(counts: AddressCounts): Promise<void>;
  /** Reserves a unit of the account's quota if there is one left. Exact under races. */
  reserveQuota(accountId: string, now: number): Promise<QuotaState>;
  /** The same without reserving anything. */
  findQuota(accountId: string, now: number): Promise<QuotaState>;
  giveBackQuota(unit: CounterLimit): Promise<void>;
  /** In one round trip; in none when there is nothing to look up. */
  lookUp(query: {
    formId: string;
    credential: Credential | undefined;
    once: { formId: string; key: OnceKey } | undefined;
    now: number;
  }): Promise<Lookups>;
}

export interface PreflightConfig {
  readonly now: Clock;
  readonly plans: Plans;
}

/**
 * Checks form, origin and key, counts the request towards the rate limit and reserves what a submission uses up, in two
 * round trips.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey; nothing is reserved then
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
  const once = await onceKeyOf(request, form);
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
    // A suspended account's forms are not live, whoever asks (docs/specification.md, "Suspended accounts").
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

/** An address that is known to have reached the rate limit holds no unit of the quota, however often it posts. */
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

/** Waits for all tasks, even when one fails, because what they have reserved is known only then. @throws the first error */
export async function allOrFirstError<Values extends readonly unknown[]>(tasks: {
  [Index in keyof Values]: Promise<Values[Index]> | Values[Index];
}): Promise<Values> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

/** A body that cannot be read is refused when its turn comes; no other post is the same as it. */
async function onceKeyOf(
  { idempotencyKey = '', repeatable, sourceIp }: IngestRequest,
  form: IngestForm,
): Promise<OnceKey | undefined> {
  if (idempotencyKey !== '') return onceKeyOfHeader(idempotencyKey);
  return repeatable && onceKeyOfRepeat(form, sourceIp, repeatable).catch(() => undefined);
}

/** Of an account that is gone. */
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

/** For `Retry-After`: seconds until the window ends, at least one. */
export function secondsLeft({ endsAt }: CountedTime, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / SECOND));
}

/** Of an upload ahead of a post, which reserves nothing. @throws QuotaExceeded */
export function assertQuotaLeft({ quota: { used, counter } }: Pick<PreflightResult, 'quota'>): void {
  if (used >= counter.limit) throw new QuotaExceeded(counter.limit);
}

/**
 * The key or token that is still to be looked up, when one was sent. Only a well-formed submission key or access
 * token is; neither a mistyped nor a management key costs a read.
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
  const isOfForm = principal?.account_id === form.account_id && seesForm(principal, form.form_id);
  if (!isOfForm || !principal.scopes.includes('ingest'))
    throw new InvalidKey(message('not-a-key-of-the-form'));
  return principal;
}
