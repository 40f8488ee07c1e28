/**
 * Ingest: from a request that passed preflight to the stored submission, in the order of checks that
 * docs/specification.md gives ("Order of checks").
 */
import type { CounterLimit, WindowLimit } from '../core/counter-limit.ts';
import { QuotaExceeded, RateLimited } from '../core/errors.ts';
import type { RandomBytes } from '../core/random.ts';
import { UPLOADS_FIELD } from '../files/upload.ts';
import { message } from '../i18n/message.ts';
import type { IngestForm } from '../forms/form.ts';
import type { FileBuffer } from '../http/body/file-buffer.ts';
import { readForm, type EncodedBody, type ParsedBody } from '../http/body/read-form.ts';
import { withoutControlFields, type Payload } from '../submissions/payload.ts';
import { honeypotScore, type SpamScore } from '../submissions/spam-score.ts';
import { spamCounter, truncatedPayload } from '../submissions/spam-limits.ts';
import { seenText, type SeenText } from '../spam/repeated-text.ts';
import { blockedScore, filingOf, softScore } from '../spam/score-post.ts';
import { scriptReport } from '../spam/script-report.ts';
import { newSubmission, type Submission } from '../submissions/submission.ts';
import { addressShareCounter } from './address-share.ts';
import { controlFieldsOf } from './control-fields.ts';
import { withDeclaredFields, type PatternLoader } from './declared-fields.ts';
import {
  filledHoneypot,
  postedNotification,
  postedRedirect,
  redirectOfUnread,
} from './conventions/posted-settings.ts';
import type { OnceKey } from './idempotency.ts';
import { loadSoftSigns, type DisposableLoader } from './loaded-signs.ts';
import { acceptFiles, type IncomingFile, type IngestFileStore } from './ingest-files.ts';
import {
  assertQuotaLeft,
  assertWithinRate,
  secondsLeft,
  type PreflightConfig,
  type PreflightResult,
  type PreflightStore,
  type RememberedSubmission,
} from './preflight.ts';
import { assertChallengePassed, CHALLENGE_FIELD, type ChallengeVerifier } from './turnstile.ts';

/** How a post ended that was not refused. */
export type IngestResult = TakenPost &
  (
    | { readonly outcome: 'stored'; readonly submission: Submission }
    | { readonly outcome: 'spam'; readonly files: number }
    /** The same post was stored before: nothing was done. */
    | { readonly outcome: 'replay'; readonly submissionId: string }
  );

interface TakenPost {
  readonly form: IngestForm;
  /** An absolute address that the post asked to go to, and may. */
  readonly redirect: string | undefined;
}

export interface IngestStore extends PreflightStore {
  readonly files: IngestFileStore;
  /** Counts spam that is not stored, as the limit of its form and day is reached. */
  countUnstoredSpam(limit: CounterLimit): Promise<void>;
  /** Notes that the text came; whether it came three times within an hour. */
  isTextRepeated(text: SeenText): Promise<boolean>;
  /** Takes back one unit that `count` added. */
  giveBack(limit: CounterLimit): Promise<void>;
  /**
   * Stores the submission and uses up its uploads, all or nothing; once this returns, it is found by its id.
   * @throws ValidationFailed when an upload was used in the meantime
   */
  store(submission: Submission, uploadIds?: readonly string[]): Promise<void>;
  /** The same under a key; when the key is known, stores nothing and gives the earlier submission. */
  storeOnce(
    submission: Submission,
    key: OnceKey,
    uploadIds?: readonly string[],
  ): Promise<RememberedSubmission | undefined>;
  /** The submission that was stored under the key and is remembered at `now`. */
  findRemembered(formId: string, key: OnceKey, now: number): Promise<RememberedSubmission | undefined>;
  isStored(submission: Submission): Promise<boolean>;
}

export interface IngestConfig extends PreflightConfig {
  readonly fileBuffer: FileBuffer;
  readonly verifyChallenge: ChallengeVerifier;
  readonly loadPatterns: PatternLoader;
  readonly loadDisposableDomains: DisposableLoader;
  readonly random: RandomBytes;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly spamRetentionDays: number;
  /** Part of a month's quota that one address may use on one day. */
  readonly quotaShareOfOneAddress: number;
}

/**
 * Stores a post once and counts it, or refuses it with nothing stored. The body is read only when the limits allow
 * the post.
 * @param checked what `preflight` found
 * @throws RateLimited, QuotaExceeded, ValidationFailed for declared fields, TurnstileFailed, and what `readForm` and `acceptFiles` throw
 */
export async function ingest(
  checked: PreflightResult,
  body: EncodedBody | ParsedBody,
  stores: IngestStore,
  config: IngestConfig,
): Promise<IngestResult> {
  const { form, once, remembered, page } = checked;
  assertWithinRate(checked);
  if (remembered) {
    const redirect = await redirectOfUnread(form, body, page);
    return { outcome: 'replay', form, redirect, submissionId: remembered.submission_id };
  }
  assertQuotaLeft(checked);
  try {
    return await ingestNew(checked, body, stores, config);
  } catch (error) {
    const earlier = once && (await findTwin(checked, once, error, stores, config));
    if (!earlier) throw error;
    const redirect = await redirectOfUnread(form, body, page);
    return { outcome: 'replay', form, redirect, submissionId: earlier.submission_id };
  }
}

/** Waits for a post that has reserved what this one was refused, in milliseconds: 0.8 s in all. */
const TWIN_WAITS = [0, 25, 50, 100, 200, 400];

/**
 * Of posts at once that are the same, one may be refused for what another has used up by now, and before that other is
 * stored: it is waited for, as the browser shows the answer of the last.
 * @returns the submission that the same post has become
 */
async function findTwin(
  { form, now }: PreflightResult,
  once: OnceKey,
  error: unknown,
  stores: Pick<IngestStore, 'findRemembered'>,
  { pause }: Pick<IngestConfig, 'pause'>,
): Promise<RememberedSubmission | undefined> {
  // A quota that was used up before is refused earlier: here the other post is under way.
  for (const wait of error instanceof QuotaExceeded ? TWIN_WAITS : [0]) {
    if (wait > 0) await pause(wait);
    const earlier = await stores.findRemembered(form.form_id, once, now).catch(() => undefined);
    if (earlier) return earlier;
  }
  return undefined;
}

async function ingestNew(
  checked: PreflightResult,
  body: EncodedBody | ParsedBody,
  stores: IngestStore,
  config: IngestConfig,
): Promise<IngestResult> {
  const { form, now, plan, quota, source, page } = checked;
  const { fileBuffer, random } = config;

  const posted = await readForm(body, { fileBuffer, maxFileBytes: plan.max_file_bytes });
  const fields = withoutControlFields(posted.payload, controlFieldsOf(form));
  const redirect = postedRedirect(form, posted.payload, page);
  const notification = postedNotification(form, posted.payload);
  const retention = { now, random, spamRetentionDays: config.spamRetentionDays };

  const spamLimit = spamCounter(form.form_id, now);
  const fileAsSpam = (text: Payload, spam: SpamScore, hasRoom: boolean): Promise<void> => {
    const content = { ...{ status: 'spam' as const, ...truncatedPayload(text) }, source, notification, spam };
    return hasRoom
      ? storeSpam(newSubmission(form, content, retention), spamLimit, checked.once, stores)
      : stores.countUnstoredSpam(spamLimit);
  };
  const takenAsSpam = { outcome: 'spam', form, redirect, files: posted.files.length } as const;

  const honeypot = filledHoneypot(form, posted.payload);
  const certain = honeypot === undefined ? blockedScore(fields, form.spam) : honeypotScore(honeypot);
  if (certain) {
    // As many round trips whether it is stored or not, and as many as for any other post: the time tells a bot nothing.
    await fileAsSpam(fields, certain, await stores.count(spamLimit));
    return takenAsSpam;
  }

  const uploads = posted.payload.get(UPLOADS_FIELD);
  const accepted =
    posted.files.length > 0 || uploads !== undefined
      ? await acceptFiles(posted.files, uploads, { formId: form.form_id, plan, now, random }, stores.files)
      : [];
  const { payload, files } = await withDeclaredFields(
    form,
    { payload: fields, files: accepted },
    config.loadPatterns,
  );

  if (form.challenge.enabled) {
    const token = posted.payload.get(CHALLENGE_FIELD);
    await assertChallengePassed(form, { ...checked, token }, config.verifyChallenge, random);
  }

  const seen = { payload, script: scriptReport(posted.payload), model: checked.wordModel };
  const signs = await loadSoftSigns(seen, form.spam, config.loadDisposableDomains);
  // A guess costs nobody a file: what has files is accepted with its score.
  const filing = files.length > 0 ? 'no' : filingOf(signs, form.spam);

  const share = { monthlyQuota: quota.limit, share: config.quotaShareOfOneAddress };
  const ofAddress = checked.account && addressShareCounter(checked.account, checked.sourceIp, now, share);
  const counted = filing !== 'no' && stores.count(spamLimit);
  const returnSpamUnit = async (): Promise<unknown> =>
    (await counted) && stores.giveBack(spamLimit).catch(() => undefined);
  const [reserved, isRepeated, hasRoom] = await Promise.all([
    filing === 'yes' ? [] : reserve(quota, ofAddress, now, stores),
    // A sign that cannot be had is none: the post is not lost over it.
    stores.isTextRepeated(seenText(form, payload, now)).catch(() => false),
    counted,
  ]).catch(async (error: unknown) => {
    await returnSpamUnit().catch(() => undefined);
    throw error;
  });
  const spam = softScore(signs, isRepeated);
  if (filing !== 'no' && spam.score >= form.spam.threshold) {
    await Promise.all([
      fileAsSpam(payload, spam, hasRoom),
      ...reserved.map((limit) => stores.giveBack(limit)),
    ]);
    return takenAsSpam;
  }

  const attachments = files.map(({ attachment }) => attachment);
  const content = { status: 'received' as const, payload, attachments, source, notification };
  const submission = newSubmission(form, { ...content, ...(spam.score > 0 && { spam }) }, retention);
  const [earlier] = await Promise.all([
    storeCounted(submission, files, { ...checked, reserved }, stores),
    returnSpamUnit(),
  ]);
  if (earlier) return { outcome: 'replay', form, redirect, submissionId: earlier.submission_id };
  return { outcome: 'stored', form, redirect, submission };
}

/** Stores spam that is counted; the same post again is neither stored nor counted when its key says so. */
async function storeSpam(
  spam: Submission,
  limit: CounterLimit,
  once: OnceKey | undefined,
  stores: Pick<IngestStore, 'store' | 'storeOnce' | 'giveBack'>,
): Promise<void> {
  if (!once?.withSpam) return stores.store(spam);
  if (await stores.storeOnce(spam, once)) await stores.giveBack(limit);
}

/**
 * Reserves a unit of the quota and one of what the address may use of it, in one round trip. Neither stays reserved when
 * the other is not.
 * @returns what is reserved
 * @throws QuotaExceeded, RateLimited
 */
async function reserve(
  quota: CounterLimit,
  ofAddress: WindowLimit | undefined,
  now: number,
  stores: Pick<IngestStore, 'count' | 'giveBack'>,
): Promise<readonly CounterLimit[]> {
  const limits = ofAddress ? [quota, ofAddress] : [quota];
  const results = await Promise.allSettled(limits.map((limit) => stores.count(limit)));
  const isReserved = results.map((result) => result.status === 'fulfilled' && result.value);
  const reserved = limits.filter((_, index) => isReserved[index]);
  if (reserved.length === limits.length) return reserved;
  await Promise.allSettled(reserved.map((limit) => stores.giveBack(limit)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (!ofAddress || isReserved[0] === false) throw new QuotaExceeded(quota.limit);
  throw new RateLimited(message('too-many-from-address'), secondsLeft(ofAddress, now));
}

/**
 * Stores a submission, after its files, whose unit of quota is reserved. When it is not stored, what is reserved is given
 * back and the files are dropped. When that cannot be found out, both stay: one unit too many is used, and the
 * announced files are removed later if they belong to no submission.
 */
async function storeCounted(
  submission: Submission,
  files: readonly IncomingFile[],
  { once, reserved }: PreflightResult & { readonly reserved: readonly CounterLimit[] },
  stores: IngestStore,
): Promise<RememberedSubmission | undefined> {
  const undo = (): Promise<unknown> =>
    Promise.allSettled([
      ...reserved.map((limit) => stores.giveBack(limit)),
      files.length > 0 && stores.files.drop(submission),
    ]);
  try {
    if (files.length > 0) {
      await stores.files.announce(submission);
      await stores.files.keep(submission, files);
    }
    const uploadIds = files.flatMap((file) => ('upload' in file ? [file.upload.upload_id] : []));
    if (!once) {
      await stores.store(submission, uploadIds);
      return undefined;
    }
    const earlier = await stores.storeOnce(submission, once, uploadIds);
    if (earlier) await undo();
    return earlier;
  } catch (error) {
    // A write may be done although its response was lost.
    const isStored = await stores.isStored(submission).catch(() => undefined);
    if (isStored === true) return undefined;
    if (isStored === false) await undo();
    throw error;
  }
}
