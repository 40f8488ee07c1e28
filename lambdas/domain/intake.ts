/**
 * Taking in one post to a form, from the slug to the stored submission: the order of checks of DESIGN
 * section 1, in as few sequential round trips as its rules allow.
 */
import { assertChallengePassed, CHALLENGE_FIELD, type ChallengeVerifier } from './challenge.ts';
import type { Clock } from './clock.ts';
import { FormNotFound, FormNotLive, InvalidKey, QuotaExceeded, RateLimited } from './failures.ts';
import type { IngestForm } from './form.ts';
import { bearerOf, type Bearer, type Grant } from './grant.ts';
import { isFilled } from './honeypot.ts';
import { assertOriginAllowed } from './origin-rule.ts';
import { withoutControlFields, type Payload } from './payload.ts';
import { monthlyQuota, type Account, type Plans } from './plans.ts';
import type { RandomBytes } from './random.ts';
import { newSubmission, type Submission } from './submission.ts';
import { detail } from './translations/detail.ts';
import { quotaCounter, rateCounter, type CounterRule } from './usage-counters.ts';

/** What a post brings with it; the body is read only when nothing before it refuses the post. */
export interface Post {
  readonly slug: string;
  readonly sourceIp: string;
  /** The `Origin` header as sent. */
  readonly origin: string | undefined;
  /** The account of a key that was checked before; then `authorization` is not looked at. */
  readonly accountId?: string;
  /** The `Authorization` header as sent. */
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Hears of the key or token that the post was sent with, once it is found valid. */
  readonly keyUsed?: (grant: Grant) => void;
  /** @throws BadBody, BodyTooLarge */
  readonly parse: () => Promise<{ payload: Payload }>;
}

/** How a post ended when nothing refused it. */
export type Intake =
  | { outcome: 'stored'; form: IngestForm; submission: Submission }
  | { outcome: 'spam'; form: IngestForm }
  | { outcome: 'replay'; form: IngestForm; submissionId: string };

/** An earlier submission remembered under an idempotency key. */
export interface Remembered {
  readonly submission_id: string;
}

export interface IntakeStores {
  findForm(slug: string): Promise<IngestForm | undefined>;
  /** Everything that the checks need, in one round trip. */
  readStanding(query: {
    accountId: string;
    quotaCounter: string;
    bearer: Bearer | undefined;
    idempotency: { formId: string; key: string } | undefined;
    now: number;
  }): Promise<{
    account: Account | undefined;
    quotaUsed: number;
    /** What the bearer stands for. */
    grant: Grant | undefined;
    remembered: Remembered | undefined;
  }>;
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(rule: CounterRule): Promise<boolean>;
  /** Takes back one unit that `count` added. */
  giveBack(rule: CounterRule): Promise<void>;
  /** Stores it; once this returns, it is found by its id. */
  store(submission: Submission): Promise<void>;
  /** Stores it under the key, or gives the submission that the key stands for already. */
  storeOnce(submission: Submission, key: string): Promise<Remembered | undefined>;
}

export interface IntakeRules {
  readonly verifyChallenge: ChallengeVerifier;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly plans: Plans;
  readonly spamRetentionDays: number;
}

/**
 * Takes in a post: stored once and counted, or refused with nothing stored.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey, RateLimited, QuotaExceeded,
 *   TurnstileFailed, and what `post.parse` throws
 */
export async function takeIn(post: Post, stores: IntakeStores, rules: IntakeRules): Promise<Intake> {
  const form = await stores.findForm(post.slug);
  if (!form) throw new FormNotFound(post.slug);
  if (form.status !== 'live') throw new FormNotLive();
  assertOriginAllowed(form, post.origin);
  const bearer = sentBearer(post, form);

  const now = rules.now();
  const rate = rateCounter(form, post.sourceIp, now);
  const [underRate, standing] = await Promise.all([
    stores.count(rate),
    stores.readStanding({
      accountId: form.account_id,
      quotaCounter: quotaCounter(form.account_id, now, 0).counter,
      bearer,
      idempotency:
        post.idempotencyKey === undefined ? undefined : { formId: form.form_id, key: post.idempotencyKey },
      now,
    }),
  ]);
  if (bearer) post.keyUsed?.(grantOfForm(standing.grant, form));
  if (!underRate) {
    throw new RateLimited(
      detail('too-many-posts', { limit: rate.limit }),
      Math.max(1, Math.ceil((rate.endsAt - now) / 1000)),
    );
  }
  if (standing.remembered)
    return { outcome: 'replay', form, submissionId: standing.remembered.submission_id };

  const quota = quotaCounter(
    form.account_id,
    now,
    standing.account ? monthlyQuota(standing.account, rules.plans) : 0,
  );
  if (standing.quotaUsed >= quota.limit) throw new QuotaExceeded(quota.limit);

  const posted = await post.parse();
  const { payload, control } = withoutControlFields(posted.payload, [form.honeypot_field, CHALLENGE_FIELD]);
  if (isFilled(control[form.honeypot_field])) {
    await stores.store(newSubmission(form, { status: 'spam', payload }, { ...rules, now }));
    return { outcome: 'spam', form };
  }

  await assertChallengePassed(
    form,
    { ...post, token: control[CHALLENGE_FIELD] },
    rules.verifyChallenge,
    rules.random,
  );
  if (!(await stores.count(quota))) throw new QuotaExceeded(quota.limit);
  const submission = newSubmission(form, { status: 'received', payload }, { ...rules, now });
  const earlier = await storeCounted(submission, post.idempotencyKey, quota, stores);
  if (earlier) return { outcome: 'replay', form, submissionId: earlier.submission_id };
  return { outcome: 'stored', form, submission };
}

/** Stores a submission whose unit of quota is taken; gives the unit back when it is not stored. */
async function storeCounted(
  submission: Submission,
  idempotencyKey: string | undefined,
  quota: CounterRule,
  stores: IntakeStores,
): Promise<Remembered | undefined> {
  let stored = false;
  try {
    if (idempotencyKey === undefined) {
      await stores.store(submission);
      stored = true;
      return undefined;
    }
    const earlier = await stores.storeOnce(submission, idempotencyKey);
    stored = earlier === undefined;
    return earlier;
  } finally {
    if (!stored) await stores.giveBack(quota);
  }
}

/**
 * The key or token that is still to be looked up, when one was sent. Nothing but a well-formed submission key or
 * access token passes here (DESIGN section 1, "Any Authorization on ingest"), and neither a mistyped nor a management
 * key costs a read.
 */
function sentBearer({ accountId, authorization }: Post, form: IngestForm): Bearer | undefined {
  if (accountId !== undefined) {
    if (accountId !== form.account_id) throw new InvalidKey(detail('not-a-key-of-the-form'));
    return undefined;
  }
  if (authorization === undefined) return undefined;
  const bearer = bearerOf(authorization);
  if (!bearer || (bearer.kind === 'key' && bearer.type !== 'submission'))
    throw new InvalidKey(detail('not-a-submission-key'));
  return bearer;
}

function grantOfForm(grant: Grant | undefined, form: IngestForm): Grant {
  if (grant?.account_id !== form.account_id || !grant.scopes.includes('ingest'))
    throw new InvalidKey(detail('not-a-key-of-the-form'));
  return grant;
}
