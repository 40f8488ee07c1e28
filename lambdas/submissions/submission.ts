/** Defines how submissions are created, stored and shown. */
import * as z from 'zod';
import {
  attachment,
  attachmentView,
  toAttachmentViews,
  type Attachment,
  type LinkOrigin,
} from '../files/attachment.ts';
import { timestamp } from '../core/clock.ts';
import { isMemberId, newSubmissionId } from '../core/ids.ts';
import { formIdOfPartition, submissionKey } from '../core/submission-pieces.ts';
import {
  notificationSettings,
  type NotificationSettings,
} from '../forms/conventions/notification-settings.ts';
import type { IngestForm } from '../forms/form.ts';
import { payloadObject, payloadOfPairs, type Payload } from '../core/payload.ts';
import type { RandomBytes } from '../core/random.ts';
import { loggedChange } from './change-log.ts';
import type { SubmissionNames } from './handling/names.ts';
import { label, labelId } from './labels/label.ts';
import { receivedUntil, spamUntil } from './retention.ts';
import { NO_SIGN_OF_SPAM, spamScore, type SpamScore } from '../spam/spam-score.ts';
import { source, sourceView, toSourceView, type Source } from './source.ts';

export const submissionStatuses = ['received', 'spam'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/**
 * Stored as pairs in the order submitted. DynamoDB's maps are unordered, its client drops fields named
 * `__proto__`, and JSON text could exceed the maximum item size.
 */
const payload = z.array(z.tuple([z.string(), z.string()])).transform((pairs) => payloadOfPairs(pairs));

/** A stored submission. */
export const submission = z.object({
  /** Parsed from the partition key, which can also contain the number of the form's piece. */
  form_id: z.string().transform(formIdOfPartition),
  submission_id: z.string(),
  account_id: z.string(),
  received_at: z.string(),
  status: z.enum(submissionStatuses),
  payload,
  attachments: z.array(attachment).default([]),
  /** Key for signing links to the submission's files. Absent if there are no files. */
  link_key: z.string().optional(),
  /** Ids of the uploads that the submission's files were copied from. Absent if there are none. */
  upload_ids: z.array(z.string()).optional(),
  /** Expiry in epoch seconds. Absent if the submission never expires. */
  expires_at: z.int().optional(),
  /** Set for spam that was too long to store in full. Its payload ends with an ellipsis. */
  truncated: z.literal(true).optional(),
  /** Set for spam that was accepted earlier and therefore counts towards the quota. */
  counted: z.literal(true).optional(),
  /** Set if the service classified the submission as spam on arrival, even if its status changed later. */
  filed: z.literal(true).optional(),
  /** Absent if the request's headers contained no information about the source. */
  source: source.optional(),
  /** Absent if the form contained no notification settings. */
  notification: notificationSettings.optional(),
  /** Names of fields that contain a file name instead of a file. Absent if there are none. */
  file_names: z.array(z.string()).optional(),
  /** Absent if there were no signs of spam. */
  spam: spamScore.optional(),
  /**
   * Set if the monthly quota was nearly used up after this submission, so that the account's owner can be
   * notified.
   */
  near_quota: z.literal(true).optional(),
  /**
   * Set if the account had no account-wide webhook when the submission arrived. Fan-out then doesn't look for
   * account-wide webhooks.
   */
  no_account_webhooks: z.literal(true).optional(),
  /** Set if this submission can't trigger a webhook or an e-mail. Fan-out then skips it. */
  nobody_to_tell: z.literal(true).optional(),
  /**
   * Time when an owner, an editor or a key marked the submission as read. Absent while the submission is
   * unread for them.
   */
  read_at: z.string().optional(),
  /**
   * Times when viewers marked the submission as read, by member id. Absent until the first viewer marks it as
   * read.
   */
  read_by: z.record(z.string(), z.string()).optional(),
  /** Time when the submission was marked as handled. Absent while the submission is open. */
  handled_at: z.string().optional(),
  /** Id of the assignee. If the member leaves, the id remains but is ignored. */
  assignee: z.string().optional(),
  /** Ids of the labels in ascending order. Deleted labels' ids remain, but are ignored. */
  labels: z.array(z.string()).optional(),
  starred: z.literal(true).optional(),
  note: z.string().optional(),
  /** Time when the submission was imported. Imported submissions don't trigger webhooks or e-mails. */
  imported_at: z.string().optional(),
  /** Changes, oldest first. */
  changes: z.array(loggedChange).default([]),
  /**
   * Time of the last change, in milliseconds since the epoch. Marking a submission as read doesn't count.
   * Absent before the first change.
   */
  changed_at: z.int().optional(),
  /**
   * The actor of the last change, as JSON. Only set if the submission was released from spam, or if a webhook
   * or the event bus might subscribe to changes. Fan-out ignores changes without this attribute.
   */
  changed_by: z.string().optional(),
  /**
   * Set if an accepted submission was marked as spam before its event was sent to the event bus. The event is
   * then sent when the submission is released.
   */
  created_event_due: z.literal(true).optional(),
  /** Id of the last change. If a bulk job made the change, it starts with the job's id. */
  change_id: z.string().optional(),
  /** Set before the submission is erased for a data request, so that the webhook event contains the reason. */
  erased: z.literal(true).optional(),
  /**
   * Number of changes. Absent before the first change. A change that is based on an older version is
   * rejected.
   */
  version: z.int().optional(),
});
export type Submission = z.infer<typeof submission>;

/**
 * Converts the submission to an item, which `submission` can parse. Only adds `spam_form_id`, the key of the
 * spam index, if the submission is spam. Accepted submissions don't have this attribute, so storing them
 * doesn't cause a write to the index.
 */
export function toSubmissionItem(of: Submission): z.input<typeof submission> & { spam_form_id?: string } {
  const { attachments, changes, ...rest } = of;
  const key = submissionKey(of);
  return {
    ...rest,
    ...key,
    payload: [...of.payload],
    ...(attachments.length > 0 && { attachments }),
    ...(changes.length > 0 && { changes }),
    ...(of.status === 'spam' && { spam_form_id: key.form_id }),
  };
}

export const MAX_NOTE_LENGTH = 4000;
/** Maximum number of labels per submission. */
export const MAX_LABELS_OF_SUBMISSION = 5;

/** A member's id in a request body. */
export const assigneeId = z.string().refine(isMemberId, {
  error: 'must be a member ID, for example mem_01KQ4S0D80T7H2W5J9R3X6M8QC, or null',
});

/** Body of `PATCH /v1/submissions/:id`. */
export const submissionPatch = z
  .strictObject({
    status: z.enum(submissionStatuses).optional(),
    read: z.boolean().optional(),
    starred: z.boolean().optional(),
    handled: z.boolean().optional(),
    assignee: assigneeId.nullable().optional(),
    labels: z
      .array(labelId)
      .max(MAX_LABELS_OF_SUBMISSION)
      .refine((ids) => new Set(ids).size === ids.length, { message: 'must not contain the same ID twice' })
      .meta({ uniqueItems: true })
      .optional(),
    note: z.string().max(MAX_NOTE_LENGTH).nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, {
    message:
      'needs at least one of status, read, starred, handled, assignee, labels and note, for example {"read": true}',
  });
export type SubmissionPatch = z.infer<typeof submissionPatch>;

/** Returns true if the patch only changes the read state, which viewers can also do. */
export const marksAsReadOnly = (patch: SubmissionPatch): boolean =>
  Object.keys(patch).every((name) => name === 'read');

/** The submitted fields and the status, as shown by the localized API. */
export const postedSubmissionView = z.object({
  id: z.string(),
  form_id: z.string(),
  received_at: z.string(),
  status: z.enum(submissionStatuses),
  files: z.int(),
  attachments: z.array(attachmentView),
  payload: z.record(z.string(), z.string()),
});
export type PostedSubmissionView = z.infer<typeof postedSubmissionView>;

export const submissionWarning = z.object({
  code: z.enum(['file-name-only']).describe('Identifies the warning. More codes may be added.'),
  field: z.string().describe('Name of the field that the warning is about.'),
  message: z.string().describe('Text of the warning, in English.'),
});

/** The member who handles a submission. */
export const assigneeView = z.object({
  id: z.string().describe('The member.'),
  name: z.string().describe("The member's name, or their e-mail address if the name is unknown."),
});
export type AssigneeView = z.infer<typeof assigneeView>;

/** A submission as shown by the management API, including its owner's changes. */
export const submissionView = postedSubmissionView.extend({
  read_at: z.string().nullable(),
  handled_at: z.string().nullable(),
  assignee: assigneeView.nullable(),
  labels: z.array(label),
  starred: z.boolean(),
  note: z.string().nullable(),
  source: sourceView,
  spam: spamScore,
  warnings: z.array(submissionWarning).describe('Problems with how the form was sent.'),
});
export type SubmissionView = z.infer<typeof submissionView>;

/** Creates a submission and sets its expiry. */
export function newSubmission(
  form: Pick<IngestForm, 'form_id' | 'account_id' | 'retention_days' | 'pieces'>,
  content: {
    status: SubmissionStatus;
    payload: Payload;
    attachments?: Attachment[];
    truncated?: boolean;
    source?: Source | undefined;
    notification?: NotificationSettings | undefined;
    fileNames?: readonly string[];
    spam?: SpamScore;
    nearQuota?: boolean;
  },
  config: { now: number; random: RandomBytes; spamRetentionDays: number },
): Submission {
  const { attachments = [], source, notification, fileNames = [], spam } = content;
  const { now, random, spamRetentionDays } = config;
  const until =
    content.status === 'spam'
      ? spamUntil({ receivedAt: now, since: now }, form.retention_days, spamRetentionDays)
      : receivedUntil(now, form.retention_days);
  return {
    form_id: form.form_id,
    submission_id: newSubmissionId(form.form_id, now, random, form.pieces),
    account_id: form.account_id,
    received_at: timestamp(now),
    status: content.status,
    payload: content.payload,
    attachments,
    changes: [],
    ...(source && { source }),
    ...(notification && { notification }),
    ...(fileNames.length > 0 && { file_names: [...fileNames] }),
    ...(spam && { spam }),
    ...(content.status === 'spam' && { filed: true as const }),
    ...(content.nearQuota === true && { near_quota: true as const }),
    ...(content.truncated === true && { truncated: true as const }),
    ...(attachments.length > 0 && { link_key: Buffer.from(random(32)).toString('base64url') }),
    ...(until !== undefined && { expires_at: until }),
  };
}

/**
 * Returns the submission with the read state that this caller sees.
 * @param reader the viewer, or undefined for owners, editors and keys
 */
export function asReadBy(stored: Submission, reader: string | undefined): Submission {
  if (reader === undefined) return stored;
  const { read_at: _, ...rest } = stored;
  const read_at = stored.read_by?.[reader];
  return { ...rest, ...(read_at !== undefined && { read_at }) };
}

/**
 * Returns the submission as shown by the management API, with signed links to its files. Omits labels and
 * assignees without a name, because they no longer exist.
 */
export function toSubmissionView(
  stored: Submission,
  links: LinkOrigin,
  names: SubmissionNames,
): SubmissionView {
  return {
    ...toPostedSubmissionView(stored, links),
    read_at: stored.read_at ?? null,
    handled_at: stored.handled_at ?? null,
    assignee: names.assignees.get(stored.assignee ?? '') ?? null,
    labels: (stored.labels ?? []).flatMap((id) => names.labels.get(id) ?? []),
    starred: stored.starred ?? false,
    note: stored.note ?? null,
    source: toSourceView(stored.source),
    spam: stored.spam ?? NO_SIGN_OF_SPAM,
    warnings: (stored.file_names ?? []).map((field) => ({
      code: 'file-name-only' as const,
      field,
      message:
        'Only the name of a file was received, not the file itself. Add enctype="multipart/form-data" to the <form> tag.',
    })),
  };
}

/** Returns the submission as shown by the localized API, with signed links to its files. */
export function toPostedSubmissionView(stored: Submission, links: LinkOrigin): PostedSubmissionView {
  return {
    id: stored.submission_id,
    form_id: stored.form_id,
    received_at: stored.received_at,
    status: stored.status,
    files: stored.attachments.length,
    attachments: toAttachmentViews(stored, links),
    payload: payloadObject(stored.payload),
  };
}
