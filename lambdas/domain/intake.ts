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
import { assertIdempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';
import { acceptFiles, type IncomingFile, type IntakeFiles } from './intake-files.ts';
import { assertOriginAllowed } from './origin-rule.ts';
import { withoutControlFields } from './payload.ts';
import { monthlyQuota, type Account, type Plan, type Plans } from './plans.ts';
import type { FileLimits, PostedForm } from './posted-form.ts';
import type { RandomBytes } from './random.ts';
import { newSubmission, type Submission } from './submission.ts';
import { detail } from './translations/detail.ts';
import { UPLOADS_FIELD } from './upload.ts';
import { quotaCounter, rateCounter, type CounterRule } from './usage-counters.ts';

/** Who comes to which form, and with what leave. */
export interface Visit {
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
  readonly keyUsed?: (grant: Grant) => void;
}

/** What a post brings with it; the body is read only when nothing before it refuses the post. */
export interface Post extends Visit {
  /** @throws BadBody, BodyTooLarge */
  readonly parse: (limits: FileLimits) => Promise<PostedForm>;
}

/** A visitor that nothing at the door refused. */
export interface Admission {
  readonly form: IngestForm;
  readonly now: number;
  readonly plan: Plan;
  readonly quota: CounterRule;
  readonly quotaUsed: number;
  /** The submission that the visit's idempotency key stands for already. */
  readonly remembered: Remembered | undefined;
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

/** What stands at the door. */
export interface DoorStores {
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
}

export interface IntakeStores extends DoorStores {
  readonly files: IntakeFiles;
  /** Takes back one unit that `count` added. */
  giveBack(rule: CounterRule): Promise<void>;
  /**
   * Stores it and uses up its uploads, all or nothing; once this returns, it is found by its id.
   * @throws ValidationFailed when an upload was used meanwhile
   */
  store(submission: Submission, uploadIds?: readonly string[]): Promise<void>;
  /** The same under a key, or gives the submission that the key stands for already. */
  storeOnce(
    submission: Submission,
    key: string,
    uploadIds?: readonly string[],
  ): Promise<Remembered | undefined>;
  /** Whether it is there. */
  isStored(submission: Submission): Promise<boolean>;
}

export interface IntakeRules {
  readonly verifyChallenge: ChallengeVerifier;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly plans: Plans;
  readonly spamRetentionDays: number;
}

/**
 * Everything that is asked at the door, before a body is read.
 * @throws FormNotFound, FormNotLive, OriginNotAllowed, InvalidKey, RateLimited
 */
export async function admit(
  post: Visit,
  stores: DoorStores,
  rules: Pick<IntakeRules, 'now' | 'plans'>,
): Promise<Admission> {
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
    stores.readStanding({
      accountId: form.account_id,
      quotaCounter: quotaCounter(form.account_id, now, 0).counter,
      bearer,
      idempotency: idempotencyKey === undefined ? undefined : { formId: form.form_id, key: idempotencyKey },
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
export function assertQuotaLeft({ quota, quotaUsed }: Admission): void {
  if (quotaUsed >= quota.limit) throw new QuotaExceeded(quota.limit);
}

/**
 * Takes in a post: stored once and counted, or refused with nothing stored.
 * @throws what `admit`, `acceptFiles` and `post.parse` throw, QuotaExceeded, TurnstileFailed
 */
export async function takeIn(post: Post, stores: IntakeStores, rules: IntakeRules): Promise<Intake> {
  const admission = await admit(post, stores, rules);
  const { form, now, plan, quota, remembered } = admission;
  if (remembered) return { outcome: 'replay', form, submissionId: remembered.submission_id };
  assertQuotaLeft(admission);

  assertIdempotencyKey(post.idempotencyKey);
  const posted = await post.parse({ maxFileBytes: plan.max_file_bytes });
  const { payload, control } = withoutControlFields(posted.payload, [
    form.honeypot_field,
    CHALLENGE_FIELD,
    UPLOADS_FIELD,
  ]);
  if (isFilled(control[form.honeypot_field])) {
    await stores.store(newSubmission(form, { status: 'spam', payload }, { ...rules, now }));
    return { outcome: 'spam', form };
  }

  const context = { formId: form.form_id, plan, now, random: rules.random };
  const files = await acceptFiles(posted.files, control[UPLOADS_FIELD], context, stores.files);
  await assertChallengePassed(
    form,
    { ...post, token: control[CHALLENGE_FIELD] },
    rules.verifyChallenge,
    rules.random,
  );
  if (!(await stores.count(quota))) throw new QuotaExceeded(quota.limit);
  const attachments = files.map(({ attachment }) => attachment);
  const submission = newSubmission(form, { status: 'received', payload, attachments }, { ...rules, now });
  const earlier = await storeCounted(submission, files, idempotencyKeyOf(post.idempotencyKey), quota, stores);
  if (earlier) return { outcome: 'replay', form, submissionId: earlier.submission_id };
  return { outcome: 'stored', form, submission };
}

/**
 * Stores a submission whose unit of quota is taken, after its files. When it is not stored, the unit is given
 * back and the files go again; when nobody can tell, both stay: a unit too many is used, and no submission is
 * without its files (the note about them is followed later).
 */
async function storeCounted(
  submission: Submission,
  files: readonly IncomingFile[],
  idempotencyKey: string | undefined,
  quota: CounterRule,
  stores: IntakeStores,
): Promise<Remembered | undefined> {
  const undo = (): Promise<unknown> =>
    Promise.allSettled([stores.giveBack(quota), files.length > 0 && stores.files.drop(submission)]);
  try {
    if (files.length > 0) {
      await stores.files.announce(submission);
      await stores.files.keep(submission, files);
    }
    const uploadIds = files.flatMap((file) => ('upload' in file ? [file.upload.upload_id] : []));
    if (idempotencyKey === undefined) {
      await stores.store(submission, uploadIds);
      return undefined;
    }
    const earlier = await stores.storeOnce(submission, idempotencyKey, uploadIds);
    if (earlier) await undo();
    return earlier;
  } catch (error) {
    // The answer to a write may be lost, and the write be done.
    const isStored = await stores.isStored(submission).catch(() => undefined);
    if (isStored === true) return undefined;
    if (isStored === false) await undo();
    throw error;
  }
}

/**
 * The key or token that is still to be looked up, when one was sent. Nothing but a well-formed submission key or
 * access token passes here (DESIGN section 1, "Any Authorization on ingest"), and neither a mistyped nor a management
 * key costs a read.
 */
function sentBearer({ accountId, authorization }: Visit, form: IngestForm): Bearer | undefined {
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
