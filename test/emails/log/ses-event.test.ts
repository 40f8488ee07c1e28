/** Tests parsing SES events that EventBridge delivers. */
import { emailEventOf, sesEvent } from '../../../lambdas/emails/log/ses-event.ts';

const FORM = 'frm_0123456789';
const SUBMISSION = 'sub_012345678901ARZ3NDEKTSV4RRFFQ69G5FAV';
const RECIPIENT = `rcp_${'ab'.repeat(16)}`;

/** Builds an event in the SES format, including properties that the service ignores. */
const eventOf = (type: string, member: object, tags: Record<string, string[]> = ourTags()) => ({
  version: '0',
  id: 'a1b2',
  'detail-type': type,
  source: 'aws.ses',
  account: '123456789012',
  time: '2026-11-20T09:30:09Z',
  region: 'eu-west-1',
  resources: ['arn:aws:ses:eu-west-1:123456789012:configuration-set/emails'],
  detail: {
    eventType: 'Any',
    mail: {
      timestamp: '2026-11-20T09:30:01.500Z',
      messageId: '0102018e',
      destination: ['owner@example.com'],
      headersTruncated: false,
      headers: [{ name: 'From', value: 'forms@example.com' }],
      tags: { 'ses:configuration-set': ['emails'], 'ses:from-domain': ['example.com'], ...tags },
    },
    ...member,
  },
});
const ourTags = (email = `notification.${SUBMISSION}.${RECIPIENT}`, scope = FORM) => ({
  'svc-scope': [scope],
  'svc-email': [email],
  'svc-recipient': [RECIPIENT],
});
const read = (event: object) => emailEventOf(sesEvent.parse(event));

it.each([
  ['Email Delivered', { delivery: { timestamp: '2026-11-20T09:30:02.000Z' } }, 'delivered', undefined],
  [
    'Email Bounced',
    { bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail', timestamp: '2026-11-20T09:30:02.000Z' } },
    'bounced',
    'permanent-no-email',
  ],
  [
    'Email Bounced',
    { bounce: { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' } },
    'bounced',
    'permanent-on-account-suppression-list',
  ],
  [
    'Email Bounced',
    { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
    'failed',
    'transient-mailbox-full',
  ],
  ['Email Bounced', { bounce: { bounceType: 'Undetermined' } }, 'failed', 'undetermined'],
  ['Email Complaint Received', { complaint: { complaintFeedbackType: 'abuse' } }, 'complained', 'abuse'],
  [
    'Email Complaint Received',
    { complaint: { complaintSubType: null, complaintFeedbackType: undefined } },
    'complained',
    undefined,
  ],
  ['Email Rejected', { reject: { reason: 'Bad content' } }, 'failed', 'rejected'],
  ['Email Rendering Failed', { failure: { errorMessage: 'x' } }, 'failed', 'rendering-failed'],
  [
    'Email Delivery Delayed',
    { deliveryDelay: { delayType: 'MailboxFull', timestamp: '2026-11-20T09:30:02.000Z' } },
    'delayed',
    'delayed-mailbox-full',
  ],
])('parses %s %j', (type, member, change, reason) => {
  expect(read(eventOf(type, member))).toEqual({
    change,
    reason,
    at: JSON.stringify(member).includes('timestamp')
      ? '2026-11-20T09:30:02.000Z'
      : '2026-11-20T09:30:09.000Z',
    messageId: '0102018e',
    key: { form_id: FORM, email_key: `${SUBMISSION}.notification.${RECIPIENT}` },
    recipient: { form_id: FORM, recipient_id: RECIPIENT },
  });
});

it.each([
  [
    'that reports a message as not spam',
    eventOf('Email Complaint Received', { complaint: { complaintFeedbackType: 'not-spam' } }),
  ],
  ['of a type that was not requested', eventOf('Email Opened', { open: {} })],
  ["about an e-mail that the service didn't send", eventOf('Email Delivered', { delivery: {} }, {})],
])('ignores an event %s', (_, event) => {
  expect(read(event)).toBeUndefined();
});

it.each([
  ['a confirmation request', `confirmation.${RECIPIENT}.${FORM}.1`],
  ['a notice about a webhook', `webhook-failing.whd_1.${RECIPIENT}`],
  ['another form’s submission', `notification.sub_999999999901ARZ3NDEKTSV4RRFFQ69G5FAV.${RECIPIENT}`],
  ['an invalid ID', '..'],
])('extracts only the recipient from %s, not a log entry', (_, email) => {
  const event = read(eventOf('Email Delivered', { delivery: {} }, ourTags(email)));
  expect(event).toMatchObject({ key: undefined, recipient: { form_id: FORM, recipient_id: RECIPIENT } });
});

it('does not block an address because of an account e-mail', () => {
  const tags = ourTags('quota-80.2026-11', 'acc_1');
  expect(read(eventOf('Email Delivered', { delivery: {} }, tags))).toMatchObject({
    key: undefined,
    recipient: undefined,
  });
});

it.each([
  ['no detail', { 'detail-type': 'Email Delivered', time: '2026-11-20T09:30:09Z' }],
  ['an invalid time', { ...eventOf('Email Delivered', {}), time: 'yesterday' }],
  ['tags that are not lists', eventOf('Email Delivered', {}, { 'svc-scope': 'x' as never })],
])('refuses an event with %s', (_, event) => {
  expect(sesEvent.safeParse(event).success).toBe(false);
});
