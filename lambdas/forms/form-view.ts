/** The form as the management API shows it: without secrets, with its counts, its recipients' statuses and warnings. */
import * as z from 'zod';
import { formCountsView, type FormCounts } from './counts/form-counts.ts';
import { recipientStatuses, type RecipientStatus } from './recipients/recipient.ts';
import { brand, language, thankYou } from './appearance.ts';
import { autoresponder } from './autoresponder.ts';
import { storedFields, unknownFields } from './fields/field.ts';
import { formWarnings, warningView } from './form-warnings.ts';
import {
  conventions,
  formStatuses,
  formWithoutSecrets,
  storedChallenge,
  type FormWithoutSecrets,
} from './form.ts';
import { notifySubject } from './notify-subject.ts';
import { spamSettings } from '../spam/spam-settings.ts';

/** An address that is notified, as the API shows it. */
const recipientView = z.object({
  address: z.string().describe('The address, as it was set.'),
  status: z
    .enum(recipientStatuses)
    .meta({ readOnly: true })
    .describe(
      'Only `confirmed` addresses get e-mails: `pending` ones have not agreed yet, `unsubscribed` ones had enough of this form, what was sent to `bounced` ones came back for good, and `complained` ones reported it as spam.',
    ),
});

/** A form as the management API shows it. */
export const formView = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(formStatuses),
  honeypot_field: z.string(),
  challenge: storedChallenge,
  rate_limit: z.int(),
  notify_emails: z.array(recipientView),
  autoresponder: autoresponder.nullable(),
  warnings: z.array(warningView).meta({ readOnly: true }).describe('What is risky about the settings.'),
  email_enabled: z
    .boolean()
    .meta({ readOnly: true })
    .describe('Whether this service sends e-mails at all; false while it is deployed without a mail sender.'),
  redirect_url: z.string().nullable(),
  allowed_origins: z.array(z.string()),
  retention_days: z.int().nullable(),
  counts: formCountsView.meta({ readOnly: true }),
  language,
  thank_you: thankYou,
  brand,
  notify_subject: notifySubject,
  fields: storedFields,
  unknown_fields: unknownFields,
  conventions,
  spam: spamSettings,
  weekly_spam_summary: z
    .boolean()
    .describe('Whether `notify_emails` get a weekly e-mail about what was filed as spam.'),
  created_at: z.string(),
  updated_at: z.string(),
});
export type FormView = z.infer<typeof formView>;

/** What a view of a form shows besides the form itself. */
export interface FormSurroundings {
  /** Whether this stage has a mail sender. */
  readonly emailEnabled: boolean;
  /** The status of an address on a form. */
  readonly statusOf: (form: FormWithoutSecrets, address: string) => RecipientStatus;
  /** The counts of a form. */
  readonly countsOf: (formId: string) => FormCounts;
}

/** The form as the API shows it, without secrets. */
export function toFormView(
  of: FormWithoutSecrets,
  { emailEnabled, statusOf, countsOf }: FormSurroundings,
): FormView {
  // A whole form is one without secrets too, as far as types can tell; parsing drops what it has more.
  const { form_id, account_id: _, version: __, ...shown } = formWithoutSecrets.parse(of);
  const recipients = of.notify_emails.map((address) => ({ address, status: statusOf(of, address) }));
  return {
    id: form_id,
    ...shown,
    notify_emails: recipients,
    warnings: formWarnings(of, { emailEnabled, recipients }),
    email_enabled: emailEnabled,
    counts: countsOf(form_id),
  };
}
