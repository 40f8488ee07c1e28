/** Defines the submission that a flow's steps receive. Webhooks, lists and searches all return this shape. */

interface FileView {
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly url: string;
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
    readonly payload: Readonly<Record<string, string>>;
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
  readonly payload: Readonly<Record<string, string>>;
  readonly attachments: readonly FileView[];
  readonly read_at: string | null;
  readonly starred: boolean;
  readonly note: string | null;
}

export function outputOfEvent({ created_at, data }: SubmissionEvent) {
  const { submission_id: id, form_id, payload: fields, files } = data;
  return { id, form_id, created_at, fields, files };
}

/** Returns the output for an event other than `submission.created`. Its id is the delivery's id. */
export function outputOfOtherEvent({ id, type: event, created_at, data }: OtherEvent) {
  return { id, event, created_at, data };
}

export function outputOfSubmission(submission: Submission) {
  const { id, form_id, received_at, payload, attachments, status, read_at, starred, note } = submission;
  return {
    id,
    form_id,
    created_at: received_at,
    fields: payload,
    files: attachments,
    status,
    read_at,
    starred,
    note,
  };
}
