/**
 * Builds the events that the service sends to its EventBridge bus, in the format that rules see as `detail`
 * (docs/automations/events-on-aws.md).
 */
import type * as z from 'zod';
import { formIdOf, parentsOfDelivery } from '../core/ids.ts';
import type { LinkOrigin } from '../files/attachment.ts';
import { submissionOfKey, type EmailKey, type EmailRecord } from '../submissions/email-log/email-record.ts';
import { form, type Form } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { isFinal, type Delivery } from '../webhooks/delivery/delivery.ts';
import { eventData, eventIdOf, readEvent } from '../submissions/events/event-envelope.ts';
import { fitsInOneCall } from './bus-entry.ts';
import type { SubmissionNews } from './submission-news.ts';

export interface BusEvent {
  readonly type:
    | 'submission.created'
    | 'submission.updated'
    | 'submission.deleted'
    | 'delivery.succeeded'
    | 'delivery.failed'
    | 'email.bounced'
    | 'form.created'
    | 'form.updated'
    | 'form.deleted';
  /** The event's id, which stays the same when the event is sent again. */
  readonly id: string;
  /** When the event happened, in ISO 8601. */
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The form attributes that events contain. Settings are omitted, because they can be secret, personal or
 * long.
 */
export const announcedForm = form.pick({
  name: true,
  slug: true,
  status: true,
  created_at: true,
  updated_at: true,
});
export type AnnouncedForm = z.infer<typeof announcedForm>;
export const announcedFormMembers = announcedForm.keyof().options;

/**
 * Builds the event for an accepted submission. The event contains the account and the same data that a
 * webhook receives.
 */
export function submissionCreated(submission: Submission, links: LinkOrigin): BusEvent {
  const { id, created_at, data } = readEvent(submission, links, Date.parse(submission.received_at));
  const { account_id } = submission;
  return withinLimit({ type: 'submission.created', id, created_at, data: { account_id, ...data } }, links);
}

/**
 * Builds the event for a changed submission. The event contains the submission's state at the time of
 * sending.
 */
export function submissionUpdated(
  submission: Submission,
  { version, at, ...facts }: NonNullable<SubmissionNews['change']>,
  links: LinkOrigin,
): BusEvent {
  const { account_id, form_id, submission_id } = submission;
  const type = 'submission.updated';
  const id = eventIdOf(form_id, submission_id, { kind: 'change', version });
  const data = { account_id, ...eventData(type, form_id, submission, links, facts) };
  return withinLimit({ type, id, created_at: at, data }, links);
}

/** Builds the event for a deleted submission. */
export function submissionDeleted({
  form_id,
  submission_id,
  deletion: { account_id, ...facts },
}: Pick<SubmissionNews, 'form_id' | 'submission_id'> & Required<Pick<SubmissionNews, 'deletion'>>): BusEvent {
  return {
    type: 'submission.deleted',
    id: eventIdOf(form_id, submission_id, { kind: 'deletion' }),
    created_at: facts.deleted_at,
    data: { account_id, form_id, submission_id, ...facts },
  };
}

/**
 * Returns the event. If the event is too large for EventBridge, replaces the submitted fields with a flag and
 * the submission's API URL.
 */
function withinLimit(event: BusEvent, { baseUrl }: LinkOrigin): BusEvent {
  if (fitsInOneCall(event)) return event;
  const { payload: _, ...rest } = event.data;
  const url = `${baseUrl}/v1/submissions/${String(rest['submission_id'])}`;
  return { ...event, data: { ...rest, payload_omitted: true, url } };
}

/**
 * Webhook events whose deliveries are announced on the bus. Deliveries of test pings and of notices about
 * failed deliveries aren't announced.
 */
export const announcedDeliveries: readonly Delivery['event'][] = [
  'submission.created',
  'submission.updated',
  'submission.deleted',
];

type DeliveryState = Pick<
  Delivery,
  | 'event'
  | 'status'
  | 'attempts'
  | 'last_status_code'
  | 'last_error'
  | 'submission_id'
  | 'updated_at'
  | 'version'
>;

/**
 * Builds the event for a delivery that finished with this change. Returns undefined for other changes, for
 * test pings, and for notices of failed deliveries. A failed delivery can be resent and finish again, so the
 * event id contains the delivery's version.
 */
export function deliveryEnded(
  { webhook_id, delivery_id }: Pick<Delivery, 'webhook_id' | 'delivery_id'>,
  before: DeliveryState,
  after: DeliveryState,
): BusEvent | undefined {
  const isAnnounced = announcedDeliveries.includes(after.event);
  if (!isAnnounced || !isFinal(after) || before.status === after.status) return undefined;
  const { status, submission_id, attempts, last_status_code, last_error } = after;
  const form_id = parentsOfDelivery(delivery_id)?.formId ?? null;
  return {
    type: status === 'succeeded' ? 'delivery.succeeded' : 'delivery.failed',
    id: `${delivery_id}.${after.version}`,
    created_at: after.updated_at,
    data: { delivery_id, webhook_id, form_id, submission_id, attempts, last_status_code, last_error },
  };
}

type EmailState = Pick<EmailRecord, 'kind' | 'recipient_id' | 'address' | 'status' | 'reason' | 'changed_at'>;

/**
 * Builds the event for an e-mail that bounced with this change. Returns undefined for other changes. Each
 * e-mail bounces at most once.
 */
export function emailBounced(key: EmailKey, before: EmailState, after: EmailState): BusEvent | undefined {
  if (after.status !== 'bounced' || before.status === 'bounced') return undefined;
  const { kind, recipient_id, address = null, reason = null, changed_at } = after;
  const submission_id = submissionOfKey(key);
  return {
    type: 'email.bounced',
    id: `${key.email_key}.bounced`,
    created_at: changed_at,
    data: {
      form_id: formIdOf(submission_id) ?? key.form_id,
      submission_id,
      kind,
      recipient_id,
      address,
      reason,
    },
  };
}

/** A record of a form change from the Forms table's stream, which only contains keys. */
export interface FormChange {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly keys: Pick<Form, 'account_id' | 'form_id'>;
  readonly sequence: string;
  /** Time of the change, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Builds the event for a form that was created, changed or deleted.
 * @param now the current form, which can include later changes; undefined if the form was deleted
 */
export function formChanged(change: FormChange, now: AnnouncedForm | undefined): BusEvent {
  const { account_id, form_id } = change.keys;
  const shared = { id: `${form_id}.${change.sequence}`, created_at: new Date(change.at).toISOString() };
  if (change.event === 'REMOVE') return { type: 'form.deleted', ...shared, data: { account_id, form_id } };
  const type = change.event === 'INSERT' ? 'form.created' : 'form.updated';
  return { type, ...shared, data: { account_id, form_id, form: now ?? null } };
}
