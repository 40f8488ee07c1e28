/** Defines the stores that the steps of a data request use. */
import type { AuditPut } from '../core/audit-row.ts';
import type { FormPieces } from '../core/submission-pieces.ts';
import type { Page } from '../core/web/pagination.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { EmailRecord } from '../submissions/email-log/email-record.ts';
import type { Submission } from '../submissions/submission.ts';
import type { DataRequest, StoredMatch } from './data-request.ts';
import type { SearchedWebhook } from './read-attributes.ts';

/** The data requests and their matches. */
export interface RequestRecords {
  /** Returns the request, or undefined if the id isn't valid or is unknown. */
  find(id: string): Promise<DataRequest | undefined>;
  /** Lists the account's requests, newest first. */
  list(accountId: string, limit: number, after: string | undefined): Promise<Page<DataRequest, string>>;
  /** Lists a request's matches, newest first. */
  matches(requestId: string, limit: number, after: string | undefined): Promise<Page<StoredMatch, string>>;
  /** Stores matches. Storing them again has no effect. */
  addMatches(matches: readonly StoredMatch[]): Promise<void>;
  /** Deletes a request's matches until none are left or time runs out. Resolves to true if none are left. */
  removeMatches(requestId: string, isOutOfTime: () => boolean): Promise<boolean>;
  /** Records that a function is processing the request, so that the hourly check doesn't restart it. */
  touch(request: DataRequest): Promise<void>;
  /**
   * Starts a request: stores it and its audit log row, and occupies a free slot of its account.
   * @param before the stored request, or undefined if the request is new
   * @returns the stored request, or undefined if `before` had changed
   * @throws RateLimited if all of the account's slots are taken
   */
  start(
    before: DataRequest | undefined,
    request: DataRequest,
    audit: AuditPut,
  ): Promise<DataRequest | undefined>;
  /**
   * Replaces `before` with `after`, unless the stored request has changed. Also frees its slot if the request
   * is no longer running.
   * @returns the stored request, or undefined if it had changed
   */
  replace(
    before: DataRequest,
    after: DataRequest,
    audit?: readonly AuditPut[],
  ): Promise<DataRequest | undefined>;
}

/** Everything that a data request searches and counts. */
export interface SearchedRecords {
  /** Returns all of the account's forms, including drafts and paused forms. */
  forms(accountId: string): Promise<FormWithoutSecrets[]>;
  findForm(accountId: string, formId: string): Promise<FormWithoutSecrets | undefined>;
  /**
   * Reads up to 1 MB of a form's submissions, oldest first, including spam and expired submissions that aren't
   * deleted yet.
   * @param position.since time of the oldest submission to read, in milliseconds since the epoch
   */
  page(
    form: FormPieces,
    position: { readonly after?: string | undefined; readonly since?: number | undefined },
  ): Promise<{ rows: Submission[]; next: string | undefined }>;
  /** Returns a submission's e-mail records. */
  emails(submission: Pick<Submission, 'form_id' | 'submission_id'>): Promise<EmailRecord[]>;
  /** Returns the webhooks of a form or account, including deleted ones. */
  webhooks(ownerId: string): Promise<SearchedWebhook[]>;
  /** Returns how many deliveries to the webhook the submission has, and how many of them were attempted. */
  deliveries(
    webhookId: string,
    submissionId: string,
  ): Promise<{ readonly all: number; readonly attempted: number }>;
  /** Returns how many active members of the account have this address. */
  members(accountId: string, email: string): Promise<number>;
}
