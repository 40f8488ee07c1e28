/**
 * Converts forms to their API representation. Omits secrets and adds counts, recipient statuses and warnings.
 */
import * as z from 'zod';
import { formCountsView, type FormCounts } from './counts/form-counts.ts';
import { FILTER_EXAMPLE, filter } from './filters/filter.ts';
import { recipientIdOf, recipientStatuses, type RecipientStatus } from './recipients/recipient.ts';
import { filterOfRecipient } from './recipients/recipient-filter.ts';
import { brand, language, thankYou } from './appearance.ts';
import { autoresponder } from './autoresponder.ts';
import { storedChallenge } from '../spam/challenge-settings.ts';
import { storedFields, unknownFields } from './fields/field.ts';
import { formWarnings, warningView } from './form-warnings.ts';
import { conventions, formStatuses, formWithoutSecrets, managedBy, type FormWithoutSecrets } from './form.ts';
import { hostedPage } from './hosted-page/page-settings.ts';
import { notifySubject } from './notify-subject.ts';
import { replySettings } from './reply-settings.ts';
import { spamSettings } from '../spam/spam-settings.ts';

/** Representation of a notification address in the API. */
export const recipientView = z.object({
  address: z.string().describe('The address as entered in the settings.'),
  status: z
    .enum(recipientStatuses)
    .meta({ readOnly: true })
    .describe(
      'Only `confirmed` addresses get e-mails. `pending` addresses have not confirmed yet, and `unsubscribed` ones have unsubscribed from this form. E-mails to `bounced` addresses were permanently rejected, and `complained` addresses reported an e-mail as spam.',
    ),
});

/** Representation of a form's recipient in the API. */
const filteredRecipientView = recipientView.extend({
  filter: filter
    .nullable()
    .describe('Conditions that a submission must meet. Null if the address is notified of all submissions.')
    .meta({ examples: [FILTER_EXAMPLE] }),
});

/** Representation of a form in the management API. */
export const formView = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(formStatuses),
  honeypot_field: z.string(),
  challenge: storedChallenge,
  rate_limit: z.int(),
  notify_emails: z.array(filteredRecipientView),
  autoresponder: autoresponder.nullable(),
  warnings: z.array(warningView).meta({ readOnly: true }).describe("Risks in the form's settings."),
  email_enabled: z
    .boolean()
    .meta({ readOnly: true })
    .describe('Whether this service can send e-mails. False if it was deployed without a mail sender.'),
  redirect_url: z.string().nullable(),
  allowed_origins: z.array(z.string()),
  retention_days: z.int().nullable(),
  counts: formCountsView.meta({ readOnly: true }),
  language,
  thank_you: thankYou,
  brand,
  page: hostedPage.describe(
    'Settings of the hosted page, which shows the declared fields as a form. It is at `/v1/f/{slug}/page`.',
  ),
  notify_subject: notifySubject,
  fields: storedFields,
  unknown_fields: unknownFields,
  conventions,
  spam: spamSettings,
  replies: replySettings,
  time_zone: z
    .string()
    .nullable()
    .describe(
      "IANA name of the time zone for times in e-mails about the form and in its exports. Null for the account's time zone.",
    ),
  weekly_spam_summary: z.boolean().describe('Whether `notify_emails` get a weekly summary of spam.'),
  managed_by: managedBy,
  created_at: z.string(),
  updated_at: z.string(),
});
export type FormView = z.infer<typeof formView>;

/** Additional data that the API returns with a form. */
export interface FormSurroundings {
  /** True if the stage has a mail sender. */
  readonly emailEnabled: boolean;
  /** Returns an address's status for a form. */
  readonly statusOf: (form: FormWithoutSecrets, address: string) => RecipientStatus;
  readonly countsOf: (formId: string) => FormCounts;
}

/** Converts a form to its API representation, without secrets. */
export function toFormView(
  of: FormWithoutSecrets,
  { emailEnabled, statusOf, countsOf }: FormSurroundings,
): FormView {
  // The argument can be a complete form. Parsing it removes any additional properties.
  const {
    form_id,
    account_id: _,
    version: __,
    pieces: ____,
    app_recipients: ___,
    recipient_filters: filters,
    ...shown
  } = formWithoutSecrets.parse(of);
  const recipients = of.notify_emails.map((address) => {
    const filter = filterOfRecipient(filters, recipientIdOf(of.account_id, address));
    return { address, status: statusOf(of, address), filter };
  });
  return {
    id: form_id,
    ...shown,
    notify_emails: recipients,
    replies: { ...of.replies, enabled: of.replies.enabled && emailEnabled },
    warnings: formWarnings(of, { emailEnabled, recipients }),
    email_enabled: emailEnabled,
    counts: countsOf(form_id),
  };
}
