/**
 * The door of a form: everything that is asked of a visitor before a body is read, in two round trips. Posts come
 * through it, and uploads ahead of them.
 */
import type { Clock } from '../core/clock.ts';
import { FormNotFound, FormNotLive, InvalidKey, QuotaExceeded, RateLimited } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { parseCredential, type Credential, type Principal } from '../auth/principal.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { assertOriginAllowed } from './origins.ts';
import { monthlyQuota, type Account } from '../accounts/account.ts';
import type { Plan, Plans } from '../accounts/plans.ts';
import { message } from '../i18n/message.ts';
import { quotaCounter, rateCounter, type CounterLimit } from '../accounts/usage-counters.ts';

/** Who comes to which form, and with what leave. */
export interface IngestRequest {
  readonly slug: string;
  readonly sourceIp: string;
  /** The `Origin` header as sent. */
  readonly origin: string | undefined;
  /** The account of a key that was checked before; then `authorization` is not looked at. */
  readonly accountId?: string;
  /** The `Authorization` header as sent. */
  readonly authorization: string | undefined;
  /** The header as sent. */
  readonly idempotencyKey: string | undefined;
  /** Hears of the key or token that the post was sent with, once it is found valid. */
  readonly onPrincipal?: (grant: Principal) => void;
}

/** A visitor that nothing at the door refused. */
export interface PreflightResult {
  readonly form: IngestForm;
  readonly now: number;
  readonly plan: Plan;
  readonly quota: CounterLimit;
  readonly quotaUsed: number;
  /** The submission that the visit's idempotency key stands for already. */
  readonly remembered: RememberedSubmission | undefined;
}

/** An earlier submission remembered under an idempotency key. */
export interface RememberedSubmission {
  readonly submission_id: string;
}

/** What stands at the door. */
export interface PreflightStore {
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** Everything that the checks need, in one round trip. */
  loadAccountState(query: {
    accountId: string;
    quotaCounter: string;
    bearer: Credential | undefined;
    idempotency: { formId: string; key: string } | undefined;
    now: number;
  }): Promise<{
    account: Account | undefined;
    quotaUsed: number;
    /** What the bearer stands for. */
    grant: Principal | undefined;
    remembered: RememberedSubmission | undefined;
  }>;
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(rule: CounterLimit): Promise<boolean>;
}

export interface PreflightConfig {
  readonly now: Clock;
  readonly plans: Plans;
}

/**
 * Lets a visitor in whom nothing refuses; counts the visit.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey, RateLimited
 */
export async function preflight(
  post: IngestRequest,
  stores: PreflightStore,
  rules: PreflightConfig,
): Promise<PreflightResult> {
  const form = await stores.findForm(post.slug);
  if (!form) throw new FormNotFound(post.slug);
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, post.origin);
  const bearer = sentBearer(post, form);

  const now = rules.now();
  const idempotencyKey = idempotencyKeyOf(post.idempotencyKey);
  const rate = rateCounter(form, post.sourceIp, now);
  const [underRate, standing] = await Promise.all([
    stores.count(rate),
    stores.loadAccountState({
      accountId: form.account_id,
      quotaCounter: quotaCounter(form.account_id, now, 0).counter,
      bearer,
      idempotency: idempotencyKey === undefined ? undefined : { formId: form.form_id, key: idempotencyKey },
      now,
    }),
  ]);
  if (bearer) post.onPrincipal?.(grantOfForm(standing.grant, form));
  if (!underRate) {
    throw new RateLimited(
      message('too-many-posts', { limit: rate.limit }),
      Math.max(1, Math.ceil((rate.endsAt - now) / 1000)),
    );
  }
  const { account } = standing;
  return {
    ...{ form, now, quotaUsed: standing.quotaUsed, remembered: standing.remembered },
    plan: account ? rules.plans[account.plan] : NO_PLAN,
    quota: quotaCounter(form.account_id, now, account ? monthlyQuota(account, rules.plans) : 0),
  };
}

/** Of an account that is gone. */
const NO_PLAN: Plan = { monthly_quota: 0, max_file_bytes: 0 };

/** Refuses before anything is parsed or stored (specification, "Order of checks"). @throws QuotaExceeded */
export function assertQuotaLeft({ quota, quotaUsed }: PreflightResult): void {
  if (quotaUsed >= quota.limit) throw new QuotaExceeded(quota.limit);
}

/**
 * The key or token that is still to be looked up, when one was sent. Nothing but a well-formed submission key or
 * access token passes here (DESIGN section 1, "Any Authorization on ingest"), and neither a mistyped nor a management
 * key costs a read.
 */
function sentBearer({ accountId, authorization }: IngestRequest, form: IngestForm): Credential | undefined {
  if (accountId !== undefined) {
    if (accountId !== form.account_id) throw new InvalidKey(message('not-a-key-of-the-form'));
    return undefined;
  }
  if (authorization === undefined) return undefined;
  const bearer = parseCredential(authorization);
  if (!bearer || (bearer.kind === 'key' && bearer.type !== 'submission'))
    throw new InvalidKey(message('not-a-submission-key'));
  return bearer;
}

function grantOfForm(grant: Principal | undefined, form: IngestForm): Principal {
  if (grant?.account_id !== form.account_id || !grant.scopes.includes('ingest'))
    throw new InvalidKey(message('not-a-key-of-the-form'));
  return grant;
}
