/**
 * Ingest: from a request that passed preflight to the stored submission, in the order of checks that
 * docs/specification.md gives ("Order of checks").
 */
import { SECOND } from '../core/clock.ts';
import { isNearQuota } from '../accounts/quota.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import { QuotaExceeded, RateLimited } from '../core/errors.ts';
import type { RandomBytes } from '../core/random.ts';
import { UPLOADS_FIELD } from '../files/upload.ts';
import { message } from '../core/message.ts';
import type { IngestForm } from '../forms/form.ts';
import type { FileBuffer } from '../http/body/file-buffer.ts';
import { readForm, type EncodedBody, type ParsedBody } from '../http/body/read-form.ts';
import { withoutControlFields, type Payload } from '../core/payload.ts';
import { honeypotScore, type SpamScore } from '../spam/spam-score.ts';
import { spamCounter, truncatedPayload } from '../submissions/spam-limits.ts';
import { seenText, type SeenText } from '../spam/repeated-text.ts';
import type { TextMemory } from '../spam/text-memory.ts';
import { blockedScore, filingOf, softScore } from '../spam/score-post.ts';
import { scriptReport } from '../spam/script-report.ts';
import { newSubmission, type Submission } from '../submissions/submission.ts';
import { shareOfOneAddress, type AddressCounts } from '../forms/address-counts.ts';
import { absenceMarks } from './absence-marks.ts';
import { controlFieldsOf, CHALLENGE_FIELD } from '../forms/control-fields.ts';
import { assertFieldsFit, withDeclaredFields, type PatternLoader } from './declared-fields.ts';
import {
  filledHoneypot,
  postedNotification,
  postedRedirect,
  redirectOfUnread,
} from './conventions/posted-settings.ts';
import type { OnceKey } from './idempotency.ts';
import { loadSoftSigns, type DisposableLoader } from './loaded-signs.ts';
import { acceptFiles } from './ingest-files.ts';
import type { IncomingFile, IngestFileStore } from '../files/incoming-file.ts';
import {
  assertWithinRate,
  secondsLeft,
  type PreflightConfig,
  type PreflightResult,
  type PreflightStore,
  type RememberedSubmission,
} from './preflight.ts';
import { assertChallengePassed, type ChallengeVerifier } from './turnstile.ts';

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
  /** Adds one unless the limit is reached; tells whether it was added. Exact under races. */
  count(limit: CounterLimit): Promise<boolean>;
  /** Units of its share of the day that the address has now; strongly consistent. */
  readOfDay(counts: AddressCounts): Promise<number>;
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
  /** Of the texts that were posted to forms that file nothing. */
  readonly texts: TextMemory;
  readonly random: RandomBytes;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly spamRetentionDays: number;
  /** Part of a month's quota that one address may use on one day. */
  readonly quotaShareOfOneAddress: number;
}

/**
 * Stores a post once and counts it, or refuses it with nothing stored and nothing counted. The body is read only when the
 * limits allow the post.
 * @param checked what `preflight` found and reserved; nothing stays reserved unless the post is stored
 * @throws RateLimited, QuotaExceeded, ValidationFailed for declared fields, TurnstileFailed, and what `readForm` and `acceptFiles` throw
 */
export async function ingest(
  checked: PreflightResult,
  body: EncodedBody | ParsedBody,
  stores: IngestStore,
  config: IngestConfig,
): Promise<IngestResult> {
  const { form, once, remembered, page, quota } = checked;
  const replayOf = async ({ submission_id }: RememberedSubmission): Promise<IngestResult> => {
    const redirect = await redirectOfUnread(form, body, page);
    return { outcome: 'replay', form, redirect, submissionId: submission_id };
  };
  try {
    assertWithinRate(checked);
    if (remembered) return await replayOf(remembered);
    try {
      if (!quota.isReserved) throw new QuotaExceeded(quota.counter.limit);
      return await ingestNew(checked, body, stores, config);
    } catch (error) {
      const earlier = once && (await findTwin(checked, once, error, stores, config));
      if (!earlier) throw error;
      return await replayOf(earlier);
    }
  } finally {
    await checked.reserved.giveBack();
  }
}

/** Waits for a post that has reserved what this one was refused, in milliseconds: 0.8 s in all. */
const TWIN_WAITS = [0, 25, 50, 100, 200, 400];
/** Whoever reserved the last unit longer ago is not waited for. */
const UNDER_WAY = 10 * SECOND;

/**
 * Of posts at once that are the same, one may be refused for what another has used up by now, and before that other is
 * stored: it is waited for, as the browser shows the answer of the last.
 * @returns the submission that the same post has become
 */
async function findTwin(
  { form, now, quota }: PreflightResult,
  once: OnceKey,
  error: unknown,
  stores: Pick<IngestStore, 'findRemembered'>,
  { pause }: Pick<IngestConfig, 'pause'>,
): Promise<RememberedSubmission | undefined> {
  const isUnderWay = now - (quota.reservedAt ?? -Infinity) < UNDER_WAY;
  // Nobody is kept waiting for a quota that was used up long before; what preflight read of the key holds then.
  if (error instanceof QuotaExceeded && !isUnderWay) return undefined;
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
  const { form, now, plan, quota, source, page, reserved } = checked;
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

  const share = shareOfOneAddress(quota.counter.limit, config.quotaShareOfOneAddress);
  const isOverShare = share !== undefined && checked.ofDay > share;

  const honeypot = filledHoneypot(form, posted.payload);
  const certain = honeypot === undefined ? blockedScore(fields, form.spam) : honeypotScore(honeypot);
  if (certain) {
    // As many calls and round trips whether it is stored or not: the time tells a bot nothing of the limit.
    const [hasRoom] = await Promise.all([stores.count(spamLimit), reserved.giveBack()]);
    await fileAsSpam(fields, certain, hasRoom);
    return takenAsSpam;
  }

  const uploads = posted.payload.get(UPLOADS_FIELD);
  const hasUploads = uploads !== undefined;
  const context = { formId: form.form_id, plan, now, random };
  const accepted =
    posted.files.length > 0 || hasUploads
      ? await acceptFiles(posted.files, uploads, context, stores.files).catch(async (refusal: unknown) => {
          const known = { payload: fields, files: posted.files, hasUploads };
          await assertFieldsFit(form, known, config.loadPatterns);
          throw refusal;
        })
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

  // Where a score files nothing it is worth no write: the memory of this function is asked.
  const text = seenText(form, payload, now);
  const counted = filing !== 'no' && stores.count(spamLimit);
  const returnSpamUnit = async (): Promise<unknown> =>
    (await counted) && stores.giveBack(spamLimit).catch(() => undefined);
  const [isRepeated, hasRoom, ofDay] = await Promise.all([
    form.spam.mode === 'observe'
      ? config.texts.isRepeated(text)
      : // A sign that cannot be had is none: the post is not lost over it.
        stores.isTextRepeated(text).catch(() => false),
    counted,
    // It had too many when the post came; some of them may have been given back.
    isOverShare ? stores.readOfDay(checked.counts) : 0,
  ]).catch(async (error: unknown) => {
    await returnSpamUnit().catch(() => undefined);
    throw error;
  });
  const spam = softScore(signs, isRepeated);
  if (filing !== 'no' && spam.score >= form.spam.threshold) {
    await Promise.all([fileAsSpam(payload, spam, hasRoom), reserved.giveBack()]);
    return takenAsSpam;
  }
  if (isOverShare && ofDay > share) {
    await returnSpamUnit();
    throw new RateLimited(message('too-many-from-address'), secondsLeft(checked.counts.day, now));
  }

  const attachments = files.map(({ attachment }) => attachment);
  const content = { status: 'received' as const, payload, attachments, source, notification };
  const submission = newSubmission(
    form,
    { ...content, ...(spam.score > 0 && { spam }), nearQuota: isNearQuota(quota) },
    retention,
  );
  const [earlier] = await Promise.all([
    storeCounted(submission, files, checked, stores, config),
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
 * Stores a submission, after its files, and uses up what is reserved. When it is not stored, the files are dropped and the
 * units are given back. When that cannot be found out, both stay: one unit too many is used, and the announced files are
 * removed later if they belong to no submission.
 */
async function storeCounted(
  submission: Submission,
  files: readonly IncomingFile[],
  { form, quota, begunAt, once, reserved }: PreflightResult,
  stores: IngestStore,
  { now }: Pick<IngestConfig, 'now'>,
): Promise<RememberedSubmission | undefined> {
  const undo = (): Promise<unknown> =>
    Promise.allSettled([reserved.giveBack(), files.length > 0 && stores.files.drop(submission)]);
  try {
    if (files.length > 0) {
      await stores.files.announce(submission);
      await stores.files.keep(submission, files);
    }
    const uploadIds = files.flatMap((file) => ('upload' in file ? [file.upload.upload_id] : []));
    const marked = { ...submission, ...absenceMarks(form, quota, now() - begunAt) };
    if (!once) {
      await stores.store(marked, uploadIds);
      reserved.keep();
      return undefined;
    }
    const earlier = await stores.storeOnce(marked, once, uploadIds);
    if (earlier) await undo();
    else reserved.keep();
    return earlier;
  } catch (error) {
    // A write may be done although its response was lost.
    const isStored = await stores.isStored(submission).catch(() => undefined);
    if (isStored === false) await undo();
    else reserved.keep();
    if (isStored === true) return undefined;
    throw error;
  }
}
