/**
 * The checks of a request to a form that need no body: form, origin, key, rate limit, idempotency key and quota
 * (docs/specification.md, "Order of checks"). Posts pass them, and so do uploads ahead of a post.
 */
import type { Account } from '../accounts/account.ts';
import type { Plan, Plans } from '../accounts/plans.ts';
import { monthlyQuota, quotaCounter } from '../accounts/quota.ts';
import { seesForm } from '../auth/ownership.ts';
import { parseCredential, type Credential, type CredentialPrincipal } from '../auth/principal.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { CounterLimit, WindowLimit } from '../core/counter-limit.ts';
import { FormNotFound, FormNotLive, InvalidKey, QuotaExceeded, RateLimited } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { message } from '../i18n/message.ts';
import type { WordModel } from '../spam/word-model.ts';
import type { Source } from '../submissions/source.ts';
import type { PostingPage } from './conventions/allowed-redirect.ts';
import { onceKeyOfHeader, type OnceKey } from './idempotency.ts';
import { assertOriginAllowed } from './origins.ts';
import { rateCounter } from './rate-limit.ts';
import { onceKeyOfRepeat, type WholeBody } from './repeated-post.ts';

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
  /** Where it came from; of no meaning for an upload ahead of a post. */
  readonly source?: Source | undefined;
}

/** A request that may send to the form; its limits are known, but not yet enforced. */
export interface PreflightResult {
  readonly form: IngestForm;
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
  readonly rate: WindowLimit;
  /** Whether this request is within the rate limit; it is counted. */
  readonly isWithinRate: boolean;
  /** Of the form; undefined when it is gone. */
  readonly account: Account | undefined;
  readonly plan: Plan;
  readonly quota: CounterLimit;
  /** Units used before this request, as an eventually consistent read saw them. */
  readonly quotaUsed: number;
  /** What the form has learnt about spam, where it is asked for and has learnt enough. */
  readonly wordModel: WordModel | undefined;
}

/** An earlier submission that this post is the same as. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** What the rules need to know of an account, for one request. */
export interface AccountState {
  readonly account: Account | undefined;
  readonly quotaUsed: number;
  /** Of the credential that was asked about; undefined when it is not valid now. */
  readonly principal: CredentialPrincipal | undefined;
  readonly remembered: RememberedSubmission | undefined;
  /** Of the form; undefined while it has not learnt enough, and where the store does not read it. */
  readonly wordModel?: WordModel | undefined;
}

export interface PreflightStore {
  /** The form with this slug or id, strongly consistent. */
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** Everything that the checks need, in one round trip. */
  loadAccountState(query: {
    accountId: string;
    formId: string;
    quotaCounter: string;
    credential: Credential | undefined;
    once: { formId: string; key: OnceKey } | undefined;
    now: number;
  }): Promise<AccountState>;
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(limit: CounterLimit): Promise<boolean>;
}

export interface PreflightConfig {
  readonly now: Clock;
  readonly plans: Plans;
}

/**
 * Checks form, origin and key, counts the request towards the rate limit and loads what the later checks need, in
 * two round trips.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey
 */
export async function preflight(
  request: IngestRequest,
  stores: PreflightStore,
  config: PreflightConfig,
): Promise<PreflightResult> {
  const { slug, sourceIp, origin, referrer, source } = request;
  const form = await stores.findForm(slug);
  if (!form) throw new FormNotFound(slug);
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, origin);
  const credential = credentialOf(request, form);

  const now = config.now();
  const once = await onceKeyOf(request, form);
  const rate = rateCounter(form, sourceIp, now);
  const [isWithinRate, state] = await Promise.all([
    stores.count(rate),
    stores.loadAccountState({
      accountId: form.account_id,
      formId: form.form_id,
      quotaCounter: quotaCounter(form.account_id, now, 0).counter,
      credential,
      once: once && { formId: form.form_id, key: once },
      now,
    }),
  ]);
  const { account, quotaUsed, remembered, wordModel } = state;
  // A suspended account's forms are not live, whoever asks (docs/specification.md, "Suspended accounts").
  if (account?.suspended_at !== undefined) throw new FormNotLive();
  return {
    ...{
      form,
      account,
      now,
      sourceIp,
      source,
      once,
      remembered,
      rate,
      isWithinRate,
      quotaUsed,
      wordModel,
    },
    page: { origin, referrer },
    principal: credential && principalOfForm(state.principal, form),
    plan: account ? config.plans[account.plan] : NO_PLAN,
    quota: quotaCounter(form.account_id, now, account ? monthlyQuota(account, config.plans) : 0),
  };
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
export function assertWithinRate({ isWithinRate, rate, now }: PreflightResult): void {
  if (!isWithinRate)
    throw new RateLimited(message('too-many-posts', { limit: rate.limit }), secondsLeft(rate, now));
}

/** For `Retry-After`: seconds until the window ends, at least one. */
export function secondsLeft({ endsAt }: WindowLimit, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / SECOND));
}

/** Refuses before a body is parsed or anything is stored; the exact check is the reservation. @throws QuotaExceeded */
export function assertQuotaLeft({ quota, quotaUsed }: PreflightResult): void {
  if (quotaUsed >= quota.limit) throw new QuotaExceeded(quota.limit);
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
