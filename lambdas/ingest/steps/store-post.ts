/**
 * Store step: stores a submission once, with its files. Counts spam above the daily limit without storing it.
 */
import { isNearQuota, type QuotaState } from '../../accounts/quota.ts';
import type { Clock } from '../../core/clock.ts';
import type { CounterLimit } from '../../core/counters/counter-limit.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { IngestForm } from '../../forms/form.ts';
import { spamCounter, truncatedPayload } from '../../submissions/spam-limits.ts';
import type { Source } from '../../submissions/source.ts';
import { newSubmission, type Submission } from '../../submissions/submission.ts';
import { absenceMarks } from '../absence-marks.ts';
import type { DeduplicationKey } from '../idempotency.ts';
import type { IncomingFile, IngestFileStore } from '../../files/incoming-file.ts';
import type { ParsedPost } from './parse-post.ts';
import type { RememberedSubmission } from '../preflight.ts';
import type { Reservation } from '../reservation.ts';
import type { SettledSpam, SettledSubmission, Settlement } from './settle-post.ts';

/** The part of the preflight result that this step uses. */
export interface StoredRequest {
  readonly form: IngestForm;
  /** Time just before the form and account are read, in milliseconds since the epoch. */
  readonly begunAt: number;
  readonly now: number;
  readonly source: Source | undefined;
  readonly once: DeduplicationKey | undefined;
  readonly quota: QuotaState;
  readonly reserved: Reservation;
}

export type StoreOutcome =
  | { readonly outcome: 'stored'; readonly submission: Submission }
  /** Spam over the form's daily limit is only counted and has no id. */
  | { readonly outcome: 'spam'; readonly submissionId?: string }
  /** The submission was already stored by an identical request. */
  | { readonly outcome: 'replay'; readonly submissionId: string };

export interface SubmissionWriter {
  readonly files: Pick<IngestFileStore, 'announce' | 'keep' | 'drop'>;
  /** Counts spam that isn't stored because the form has reached its daily limit. */
  countUnstoredSpam(limit: CounterLimit): Promise<void>;
  /** Decrements the limit's counter. */
  release(limit: CounterLimit): Promise<void>;
  /**
   * Stores the submission and deletes its uploads in one transaction. Afterwards, the submission can be read
   * by its id.
   * @throws ValidationFailed if another submission has used an upload since it was checked
   */
  store(submission: Submission, uploadIds?: readonly string[]): Promise<void>;
  /**
   * Stores the submission under a deduplication key, like `store`. If the key already exists, stores nothing
   * and returns the earlier submission.
   */
  storeOnce(
    submission: Submission,
    key: DeduplicationKey,
    uploadIds?: readonly string[],
  ): Promise<RememberedSubmission | undefined>;
  isStored(submission: Submission): Promise<boolean>;
}

export interface StoreConfig {
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly spamRetentionDays: number;
}

export function storePost(
  request: StoredRequest,
  post: Pick<ParsedPost, 'notification' | 'fileNames'>,
  settlement: Settlement,
  stores: SubmissionWriter,
  config: StoreConfig,
): Promise<StoreOutcome> {
  return settlement.status === 'spam'
    ? storeSpam(request, post, settlement, stores, config)
    : storeReceived(request, post, settlement, stores, config);
}

/**
 * Stores a spam submission, or only counts it if the form's daily limit is reached. Releases the reserved
 * units.
 */
async function storeSpam(
  request: StoredRequest,
  { notification }: Pick<ParsedPost, 'notification'>,
  { payload, spam, hasRoom }: SettledSpam,
  stores: SubmissionWriter,
  config: StoreConfig,
): Promise<StoreOutcome> {
  const { form, now, source, once, reserved } = request;
  const limit = spamCounter(form.form_id, now);
  const write = async (): Promise<string | undefined> => {
    if (!hasRoom) {
      await stores.countUnstoredSpam(limit);
      return undefined;
    }
    const content = { status: 'spam' as const, ...truncatedPayload(payload), source, notification, spam };
    const submission = newSubmission(form, content, { ...config, now });
    if (!once?.withSpam) {
      await stores.store(submission);
      return submission.submission_id;
    }
    const earlier = await stores.storeOnce(submission, once);
    // A repeated submission isn't stored again, so release the unit that was counted for it.
    if (earlier) await stores.release(limit);
    return (earlier ?? submission).submission_id;
  };
  const [submissionId] = await Promise.all([write(), reserved.release()]);
  return { outcome: 'spam', ...(submissionId !== undefined && { submissionId }) };
}

async function storeReceived(
  request: StoredRequest,
  { notification, fileNames }: Pick<ParsedPost, 'notification' | 'fileNames'>,
  { payload, files, spam, unused }: SettledSubmission,
  stores: SubmissionWriter,
  config: StoreConfig,
): Promise<StoreOutcome> {
  const { form, now, source, quota } = request;
  const submission = newSubmission(
    form,
    {
      status: 'received',
      payload,
      attachments: files.map(({ attachment }) => attachment),
      source,
      notification,
      fileNames,
      ...(spam.score > 0 && { spam }),
      nearQuota: isNearQuota(quota),
    },
    { ...config, now },
  );
  const [earlier] = await Promise.all([
    storeWithFiles(submission, files, request, stores, config),
    unused.release(),
  ]);
  if (earlier) return { outcome: 'replay', submissionId: earlier.submission_id };
  return { outcome: 'stored', submission };
}

/**
 * Stores the files, then the submission, and marks the reserved units as used. If the submission isn't
 * stored, deletes the files and releases the units. If it is unknown whether the submission was stored, keeps
 * the files and the units. The count might then be one too high, and a cleanup later deletes files without a
 * submission.
 */
async function storeWithFiles(
  submission: Submission,
  files: readonly IncomingFile[],
  { form, quota, begunAt, once, reserved }: StoredRequest,
  stores: SubmissionWriter,
  { now }: Pick<StoreConfig, 'now'>,
): Promise<RememberedSubmission | undefined> {
  const undo = (): Promise<unknown> =>
    Promise.allSettled([reserved.release(), files.length > 0 && stores.files.drop(submission)]);
  try {
    if (files.length > 0) {
      await stores.files.announce(submission);
      await stores.files.keep(submission, files);
    }
    const uploadIds = files.flatMap((file) => ('upload' in file ? [file.upload.upload_id] : []));
    const marked = {
      ...submission,
      ...(uploadIds.length > 0 && { upload_ids: uploadIds }),
      ...absenceMarks(form, quota, now() - begunAt),
    };
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
    // If DynamoDB's response was lost, the submission might still have been stored.
    const isStored = await stores.isStored(submission).catch(() => undefined);
    if (isStored === false) await undo();
    else reserved.keep();
    if (isStored === true) return undefined;
    throw error;
  }
}
