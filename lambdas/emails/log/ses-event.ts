/**
 * Parses SES events that EventBridge delivers. The events have the properties described in
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html.
 */
import * as z from 'zod';
import { isFormId } from '../../core/ids.ts';
import { emailKeyOf, type EmailKey } from '../../submissions/email-log/email-record.ts';
import type { EmailChange } from '../../submissions/email-log/email-status.ts';

/** Names of the tags that every e-mail has. They match SES events to the e-mail's record. */
export const emailTags = { scope: 'svc-scope', email: 'svc-email', recipient: 'svc-recipient' } as const;

/** Detail types of the events that the stack's EventBridge rule forwards. */
export const emailEventTypes = [
  'Email Delivered',
  'Email Bounced',
  'Email Complaint Received',
  'Email Rejected',
  'Email Rendering Failed',
  'Email Delivery Delayed',
] as const;

const time = z.iso.datetime({ offset: true });
const text = z.string().default('');
const optionalText = z.string().nullish();

/** Schema of an EventBridge event. Ignores properties that aren't needed. */
export const sesEvent = z.object({
  'detail-type': z.string(),
  time,
  detail: z.object({
    mail: z.object({
      messageId: z.string(),
      tags: z.record(z.string(), z.array(z.string())).default({}),
    }),
    delivery: z.object({ timestamp: time.optional() }).optional(),
    bounce: z.object({ bounceType: text, bounceSubType: text, timestamp: time.optional() }).optional(),
    complaint: z
      .object({
        complaintFeedbackType: optionalText,
        complaintSubType: optionalText,
        timestamp: time.optional(),
      })
      .optional(),
    deliveryDelay: z.object({ delayType: text, timestamp: time.optional() }).optional(),
  }),
});
export type SesEvent = z.infer<typeof sesEvent>;

/** The parts of an SES event that the service needs. */
export interface EmailEvent {
  readonly change: EmailChange;
  readonly reason: string | undefined;
  /** When the event happened, in ISO 8601 in UTC. */
  readonly at: string;
  readonly messageId: string;
  /** Key of the e-mail's record; undefined if the e-mail isn't about a submission. */
  readonly key: EmailKey | undefined;
  /** The recipient and the form; undefined if the e-mail was sent to an account. */
  readonly recipient: { readonly form_id: string; readonly recipient_id: string } | undefined;
}

/** Parses an SES event. Returns undefined if the event isn't about an e-mail from the service. */
export function emailEventOf({ 'detail-type': type, time: at, detail }: SesEvent): EmailEvent | undefined {
  const { mail, delivery, bounce, complaint, deliveryDelay } = detail;
  const happened = happenedAs(type, detail);
  const tag = (name: string): string => mail.tags[name]?.[0] ?? '';
  const scope = tag(emailTags.scope);
  if (!happened || scope === '') return undefined;
  const recipientId = tag(emailTags.recipient);
  const own =
    delivery?.timestamp ?? bounce?.timestamp ?? complaint?.timestamp ?? deliveryDelay?.timestamp ?? at;
  return {
    ...happened,
    at: new Date(own).toISOString(),
    messageId: mail.messageId,
    key: emailKeyOf({ scope, id: tag(emailTags.email) }),
    recipient:
      isFormId(scope) && recipientId !== '' ? { form_id: scope, recipient_id: recipientId } : undefined,
  };
}

function happenedAs(
  type: string,
  { bounce, complaint, deliveryDelay }: SesEvent['detail'],
): { change: EmailChange; reason: string | undefined } | undefined {
  switch (type) {
    case 'Email Delivered':
      return { change: 'delivered', reason: undefined };
    case 'Email Bounced': {
      const reason = slugOf(bounce?.bounceType ?? '', bounce?.bounceSubType ?? '');
      return { change: bounce?.bounceType === 'Permanent' ? 'bounced' : 'failed', reason };
    }
    case 'Email Complaint Received':
      // Ignore `not-spam`, which means that the recipient reported that the e-mail isn't spam.
      if (complaint?.complaintFeedbackType === 'not-spam') return undefined;
      return {
        change: 'complained',
        reason: slugOf(complaint?.complaintSubType ?? '', complaint?.complaintFeedbackType ?? ''),
      };
    case 'Email Rejected':
      return { change: 'failed', reason: 'rejected' };
    case 'Email Rendering Failed':
      return { change: 'failed', reason: 'rendering-failed' };
    case 'Email Delivery Delayed':
      return { change: 'delayed', reason: slugOf('Delayed', deliveryDelay?.delayType ?? '') };
    default:
      return undefined;
  }
}

/**
 * Joins words into a slug: `Permanent` and `NoEmail` become `permanent-no-email`. Returns undefined if there
 * are no words.
 */
function slugOf(...words: readonly string[]): string | undefined {
  const slug = words
    .join('-')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
  return slug === '' ? undefined : slug;
}
