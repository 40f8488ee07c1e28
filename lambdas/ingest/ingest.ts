/**
 * Taking in one post to a form, from the slug to the stored submission: the order of checks of DESIGN
 * section 1, in as few sequential round trips as its rules allow.
 */
import {
  preflight,
  assertQuotaLeft,
  type PreflightConfig,
  type PreflightStore,
  type RememberedSubmission,
  type IngestRequest,
} from './preflight.ts';
import { assertChallengePassed, CHALLENGE_FIELD, type ChallengeVerifier } from './turnstile.ts';
import { QuotaExceeded } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { isFilled } from './honeypot.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { acceptFiles, type IncomingFile, type IngestFileStore } from './ingest-files.ts';
import { withoutControlFields } from '../submissions/payload.ts';
import type { FileLimits, FormBody } from './form-body.ts';
import type { RandomBytes } from '../core/random.ts';
import { newSubmission, type Submission } from '../submissions/submission.ts';
import { UPLOADS_FIELD } from '../files/upload.ts';
import type { CounterLimit } from '../accounts/usage-counters.ts';

/** What a post brings with it; the body is read only when nothing before it refuses the post. */
export interface IngestPost extends IngestRequest {
  /** @throws BadBody, BodyTooLarge */
  readonly parse: (limits: FileLimits) => Promise<FormBody>;
}

/** How a post ended when nothing refused it. */
export type IngestResult =
  | { outcome: 'stored'; form: IngestForm; submission: Submission }
  | { outcome: 'spam'; form: IngestForm }
  | { outcome: 'replay'; form: IngestForm; submissionId: string };

export interface IngestStore extends PreflightStore {
  readonly files: IngestFileStore;
  /** Takes back one unit that `count` added. */
  giveBack(rule: CounterLimit): Promise<void>;
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
  ): Promise<RememberedSubmission | undefined>;
  /** Whether it is there. */
  isStored(submission: Submission): Promise<boolean>;
}

export interface IngestConfig extends PreflightConfig {
  readonly verifyChallenge: ChallengeVerifier;
  readonly random: RandomBytes;
  readonly spamRetentionDays: number;
}

/**
 * Takes in a post: stored once and counted, or refused with nothing stored.
 * @throws what `admit`, `acceptFiles` and `post.parse` throw, QuotaExceeded, TurnstileFailed
 */
export async function ingest(
  post: IngestPost,
  stores: IngestStore,
  rules: IngestConfig,
): Promise<IngestResult> {
  const admission = await preflight(post, stores, rules);
  const { form, now, plan, quota, remembered } = admission;
  if (remembered) return { outcome: 'replay', form, submissionId: remembered.submission_id };
  assertQuotaLeft(admission);

  const posted = await post.parse({ maxFileBytes: plan.max_file_bytes });
  const payload = withoutControlFields(posted.payload, [form.honeypot_field, CHALLENGE_FIELD, UPLOADS_FIELD]);
  if (isFilled(posted.payload.get(form.honeypot_field))) {
    await stores.store(newSubmission(form, { status: 'spam', payload }, { ...rules, now }));
    return { outcome: 'spam', form };
  }

  const context = { formId: form.form_id, plan, now, random: rules.random };
  const files = await acceptFiles(posted.files, posted.payload.get(UPLOADS_FIELD), context, stores.files);
  await assertChallengePassed(
    form,
    { ...post, token: posted.payload.get(CHALLENGE_FIELD) },
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
  quota: CounterLimit,
  stores: IngestStore,
): Promise<RememberedSubmission | undefined> {
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
