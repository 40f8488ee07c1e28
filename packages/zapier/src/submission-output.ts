/** Defines the submission that a Zap's steps receive. Webhooks, lists and searches all return this shape. */
import type { ZObject } from 'zapier-platform-core';
import { downloadFile, type FileInput } from './file-download.ts';

type Payload = Readonly<Record<string, unknown>>;

interface FileView {
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
}

/**
 * The `submission.created` event, which is sent to webhooks, returned with `?shape=event`, and used in
 * samples.
 */
export interface SubmissionEvent {
  readonly type: string;
  readonly created_at: string;
  readonly data: {
    readonly submission_id: string;
    readonly form_id: string;
    readonly payload: Payload;
    readonly files: readonly FileView[];
  };
}

/** Any other event that a webhook can subscribe to. */
export interface OtherEvent {
  readonly type: string;
  /** ID of the delivery. */
  readonly id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The fields of a management API submission that this integration uses. */
export interface Submission {
  readonly id: string;
  readonly form_id: string;
  readonly received_at: string;
  readonly status: string;
  readonly payload: Payload;
  readonly attachments: readonly FileView[];
  readonly note: string | null;
}

/**
 * `file` is a pointer that the platform resolves, so files are only downloaded when a later step of the Zap
 * uses them.
 */
function filesOf(z: ZObject, submissionId: string, files: readonly FileView[]) {
  return files.map(({ id, field, name, content_type, size }) => {
    const input: FileInput = { submission_id: submissionId, file_id: id, name, content_type, size };
    return { field, name, content_type, size, file: z.dehydrateFile(downloadFile, { ...input }) };
  });
}

/**
 * Returns the output for an event. Its id is the submission's id, so that Zapier recognizes submissions that
 * it has already received.
 */
export function outputOfEvent(z: ZObject, { data, created_at }: SubmissionEvent) {
  const { submission_id: id, form_id, payload, files } = data;
  return { id, form_id, created_at, fields: payload, files: filesOf(z, id, files) };
}

/** Returns the output for an event other than `submission.created`. Its id is the delivery's id. */
export function outputOfOtherEvent({ id, type: event, created_at, data }: OtherEvent) {
  return { id, event, created_at, data };
}

export function outputOfSubmission(z: ZObject, submission: Submission) {
  const { id, form_id, received_at, status, note, payload, attachments } = submission;
  return {
    id,
    form_id,
    created_at: received_at,
    status,
    note,
    fields: payload,
    files: filesOf(z, id, attachments),
  };
}
