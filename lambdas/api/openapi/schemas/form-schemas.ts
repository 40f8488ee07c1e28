/** Defines the named schemas for forms. */
import { fieldsView } from '../../../analytics/field-guess.ts';
import { statisticsView } from '../../../analytics/statistics.ts';
import { linkForm } from '../../../forms/recipients/recipient-link.ts';
import { formView, recipientView, type FormView } from '../../../forms/form-view.ts';
import { previewDraft, previewView } from '../../../form-pages/preview-draft.ts';
import { formInput, formPatch } from '../../../forms/form.ts';
import { CREATED_AT, FORM_ID } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const autoresponder = {
  enabled: true,
  subject: 'We have received your message',
  text: 'Hello {{name}}, thank you for writing. We will be in touch soon.',
};

const appearance = {
  language: 'de' as const,
  thank_you: {
    heading: 'Danke für Ihre Nachricht!',
    text: 'Wir melden uns innerhalb von zwei Werktagen.',
    link: 'https://www.example.org/',
  },
  brand: { name: 'Example GmbH', logo_url: 'https://www.example.org/logo.svg', color: '#0b57d0' },
  page: {
    enabled: true,
    title: 'Schreiben Sie uns',
    intro: 'Wir antworten innerhalb von zwei Werktagen.',
    submit_label: 'Anfrage senden',
    closed_text: 'Wir sind ab dem 7. Januar wieder für Sie da.',
    index: false,
    frame_origins: ['https://www.example.org'],
  },
  notify_subject: 'Anfrage von {{name}}',
  fields: [
    {
      name: 'name',
      label: 'Ihr Name',
      type: 'text' as const,
      required: true,
      max_length: 100,
      help: 'Wie wir damit umgehen: [Datenschutz](https://www.example.org/datenschutz)',
      placeholder: 'Ada Lovelace',
      multiline: false,
      autocomplete: 'name',
    },
    { name: 'email', label: 'E-Mail', type: 'email' as const, required: true },
    { name: 'plan', type: 'choice' as const, options: ['basic', 'plus'] },
    { name: 'cv', label: 'Lebenslauf', type: 'file' as const, accept: '.pdf', max_files: 1 },
  ],
  unknown_fields: 'drop' as const,
  conventions: 'none' as const,
  spam: {
    threshold: 60,
    mode: 'file' as const,
    blocked: ['cheap watches', 'spam.example'],
    allowed: ['example.com', 'ada@example.org'],
  },
  replies: { enabled: true, reply_to: 'team@example.org' },
  weekly_spam_summary: true,
  managed_by: 'forms.yaml',
  time_zone: 'Europe/Berlin',
};

const everySetting = {
  name: 'Contact',
  slug: 'contact',
  status: 'live' as const,
  honeypot_field: '_gotcha',
  challenge: {
    enabled: true,
    provider: 'turnstile' as const,
    site_key: '1x00000000000000000000AA',
    secret: '1x0000000000000000000000000000000AA',
    difficulty: 'normal' as const,
  },
  rate_limit: 60,
  notify_emails: ['team@example.org', { address: 'sales@example.org', status: 'pending' as const }],
  autoresponder,
  redirect_url: 'https://www.example.org/thanks',
  allowed_origins: ['https://www.example.org'],
  retention_days: 365,
  ...appearance,
};

export const formExample: FormView = {
  id: FORM_ID,
  slug: 'contact',
  name: 'Contact',
  status: 'live',
  honeypot_field: '_gotcha',
  challenge: { enabled: false, provider: 'turnstile', site_key: null, difficulty: 'normal' },
  rate_limit: 60,
  notify_emails: [{ address: 'team@example.org', status: 'confirmed', filter: null }],
  redirect_url: 'https://www.example.org/thanks',
  allowed_origins: ['https://www.example.org'],
  retention_days: null,
  ...appearance,
  autoresponder,
  warnings: [
    {
      code: 'autoresponder-echoes-without-challenge',
      message:
        'The autoresponse repeats submitted text, and the form has no challenge. Bots can use it to send their own text to any address. Enable the challenge, or remove the placeholders from the subject and text.',
    },
  ],
  email_enabled: true,
  counts: { unread: 3, open: 5, received_30d: 12, spam_30d: 4 },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

const emailCountsExample = { sent: 1, delivered: 20, bounced: 1, complained: 0, skipped: 2 };

export const formSchemas = [
  requestSchema('PreviewDraft', previewDraft, 'Unsaved settings of a form, and values to check.', {
    name: 'Contact',
    language: appearance.language,
    time_zone: appearance.time_zone,
    thank_you: appearance.thank_you,
    brand: appearance.brand,
    notify_subject: appearance.notify_subject,
    autoresponder,
    fields: appearance.fields,
    page: appearance.page,
    values: { name: '', email: 'ada at example.org' },
  }),
  responseSchema('Preview', previewView, 'A page or an e-mail of a form with unsaved settings.', {
    subject: null,
    html: '<!doctype html><html lang="de">…</html>',
    errors: [{ path: 'name', code: 'required', message: 'Bitte füllen Sie dieses Feld aus.' }],
  }),
  responseSchema('Fields', fieldsView, 'The fields of a form, declared or found in its latest submissions.', {
    data: [
      { name: 'name', type: 'text', example: 'Ada Lovelace', submissions: 12 },
      { name: 'email', type: 'email', example: 'ada@example.org', submissions: 11 },
    ],
  }),
  responseSchema(
    'Statistics',
    statisticsView,
    "Totals and daily counts of a form's submissions, deliveries and e-mails.",
    {
      form_id: FORM_ID,
      days: 30,
      received: 12,
      spam: 3,
      unread: 2,
      webhooks: { succeeded: 11, failed: 1, filtered: 4 },
      emails: emailCountsExample,
      refused: [{ reason: 'rate-limited' as const, count: 17 }],
      views: 40,
      views_conversion: 0.3,
      spam_learning: { spam: 12, good: 31, needed: 50 },
      by_day: [
        {
          date: '2026-11-20',
          received: 12,
          spam: 3,
          unread: 2,
          webhooks: { succeeded: 11, failed: 1, filtered: 4 },
          emails: emailCountsExample,
          refused: [{ reason: 'rate-limited' as const, count: 17 }],
          views: 40,
          views_conversion: 0.3,
        },
      ],
    },
  ),
  responseSchema(
    'Form',
    formView,
    'A form, with its slug and its rules for accepting submissions.',
    formExample,
  ),
  responseSchema('Recipient', recipientView, 'An address that a form notifies, with its status.', {
    address: 'team@example.org',
    status: 'pending',
  }),
  requestSchema(
    'FormInput',
    formInput,
    'A form to create. If you omit the slug, it is derived from the name. The form is live unless `status` is `draft`.',
    everySetting,
  ),
  requestSchema(
    'LinkForm',
    linkForm,
    "The body that e-mail clients and the page's button send. It is ignored.",
    { 'List-Unsubscribe': 'One-Click' },
  ),
  requestSchema(
    'FormPatch',
    formPatch,
    'Settings to change. Omitted settings keep their values. A form can go from draft to live, from live to paused, and back to live.',
    everySetting,
  ),
];
