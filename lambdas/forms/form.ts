/**
 * Defines forms: request and storage schemas, the properties that ingest and e-mails read, and status
 * transitions.
 */
import * as z from 'zod';
import {
  autoresponder,
  autoresponderInput,
  applyAutoresponderInput,
  newAutoresponderInput,
} from './autoresponder.ts';
import { allowedOrigin } from './allowed-origin.ts';
import {
  applyAppearanceInput,
  brand,
  brandInput,
  language,
  NO_BRAND,
  NO_THANK_YOU,
  thankYou,
  thankYouInput,
} from './appearance.ts';
import { conventionNames } from './conventions/convention.ts';
import { fieldsInput, storedFields, unknownFields } from './fields/field.ts';
import { applyPageInput, hostedPage, NO_PAGE, pageInput } from './hosted-page/page-settings.ts';
import { notifySubject } from './notify-subject.ts';
import { DEFAULT_REPLY_SETTINGS, replySettings, replySettingsInput } from './reply-settings.ts';
import { DEFAULT_SPAM_SETTINGS, spamSettings, spamSettingsInput } from '../spam/spam-settings.ts';
import { slug, slugFromName } from './slug.ts';
import { timestamp } from '../core/clock.ts';
import { appRecipient } from './recipients/app-recipients.ts';
import {
  addressOf,
  recipientFilter,
  recipientFilters,
  recipientInput,
  type RecipientInput,
} from './recipients/recipient-filter.ts';
import {
  challengeInput,
  mergedChallenge,
  NO_CHALLENGE,
  storedChallenge,
} from '../spam/challenge-settings.ts';
import { oneLine } from '../core/text/display-name.ts';
import { Conflict } from '../core/errors/errors.ts';
import { newFormId } from '../core/ids.ts';
import { isPlainLine } from '../core/text/text.ts';
import { pageAddress } from '../core/text/web-address.ts';
import type { RandomBytes } from '../core/random.ts';
import { timeZone } from '../core/zoned-time.ts';

export const formStatuses = ['draft', 'live', 'paused'] as const;
export type FormStatus = (typeof formStatuses)[number];

export const DEFAULT_HONEYPOT_FIELD = '_gotcha';
const DEFAULT_RATE_LIMIT = 60;

export const conventions = z
  .enum(conventionNames)
  .describe(
    'Another form backend that the form is compatible with. The form uses its control fields and responses, so pages and clients made for it work unchanged. `none` turns this off.',
  )
  .meta({ examples: ['none'] });

export const managedBy = oneLine(100)
  .nullable()
  .describe(
    'Where the form is managed, for example `forms.yaml`. The console shows it and warns before a change. Null if the form is managed in the console.',
  )
  .meta({ examples: ['forms.yaml'] });

/** Maximum number of addresses that a form notifies. */
export const MAX_RECIPIENTS = 20;

const settable = {
  name: oneLine(200),
  slug,
  status: z.enum(formStatuses),
  honeypot_field: z
    .string()
    .min(1)
    .max(100)
    .refine(isPlainLine, {
      error: 'must be a single line without control characters, for example _gotcha',
    })
    .nullable()
    .describe(`Name of the honeypot field. Null resets it to \`${DEFAULT_HONEYPOT_FIELD}\`.`),
  challenge: challengeInput,
  rate_limit: z.int().min(1).max(100_000),
  notify_emails: z
    .array(recipientInput)
    .max(MAX_RECIPIENTS)
    .describe(
      'Addresses that are notified of each accepted submission, in separate e-mails. No e-mails are sent while `email_enabled` is false. An address that has not been confirmed for this account first gets an e-mail that asks for confirmation, unless it is the address of the signed-in member who adds it. If a signed-in member creates a form without this setting, the form notifies that member. Send each address as a string, or as an object as returned by the API; `status` is ignored. A recipient with a `filter` is only notified of submissions that match it. Sending the address as a string removes the filter. Setting this requires the scope `read` in addition to `write`. An app can add addresses, but can only remove those that it added with the same connection. The addresses that it added are removed when the connection ends.',
    ),
  autoresponder: autoresponderInput,
  redirect_url: pageAddress.nullable(),
  allowed_origins: z.array(allowedOrigin).max(50),
  retention_days: z.int().min(1).max(3650).nullable(),
  language,
  thank_you: thankYouInput,
  brand: brandInput,
  page: pageInput,
  notify_subject: notifySubject,
  fields: fieldsInput,
  unknown_fields: unknownFields,
  conventions,
  spam: spamSettingsInput,
  replies: replySettingsInput,
  time_zone: timeZone
    .nullable()
    .describe(
      "IANA name of the time zone for times in e-mails about the form and in its exports. Null for the account's time zone.",
    ),
  weekly_spam_summary: z
    .boolean()
    .describe(
      'Whether `notify_emails` get a weekly e-mail that lists spam, with links to view and release it.',
    ),
  managed_by: managedBy,
};

/** Body of `POST /v1/forms`. */
export const formInput = z
  .strictObject({ ...settable, autoresponder: newAutoresponderInput })
  .partial()
  .extend({ name: settable.name });
export type FormInput = z.infer<typeof formInput>;

/** Body of `PATCH /v1/forms/:id`. */
export const formPatch = z.strictObject(settable).partial();
export type FormPatch = z.infer<typeof formPatch>;

/** Schema of a stored form. */
export const form = z.object({
  account_id: z.string(),
  form_id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(formStatuses),
  honeypot_field: z.string(),
  challenge: storedChallenge,
  /**
   * The challenge's secret key. It is a separate attribute because read permissions apply to whole
   * attributes.
   */
  challenge_secret: z.string().nullable(),
  rate_limit: z.int(),
  notify_emails: z.array(z.string()),
  /** The addresses in `notify_emails` that apps have added. */
  app_recipients: z.array(appRecipient).default([]),
  /** The filters of all recipients that have one. */
  recipient_filters: z.array(recipientFilter).default([]),
  autoresponder: autoresponder.nullable().default(null),
  redirect_url: z.string().nullable(),
  allowed_origins: z.array(z.string()),
  retention_days: z.int().nullable(),
  language: language.default(null),
  thank_you: thankYou.default(NO_THANK_YOU),
  brand: brand.default(NO_BRAND),
  page: hostedPage.default(NO_PAGE),
  notify_subject: z.string().nullable().default(null),
  fields: storedFields.default([]),
  unknown_fields: unknownFields.default('keep'),
  conventions: conventions.default('none'),
  spam: spamSettings.default(DEFAULT_SPAM_SETTINGS),
  replies: replySettings.default(DEFAULT_REPLY_SETTINGS),
  weekly_spam_summary: z.boolean().default(false),
  time_zone: z.string().nullable().default(null),
  managed_by: z.string().nullable().default(null),
  /** Per-form key for hashing submitted data. */
  address_salt: z.string(),
  /**
   * Key for hashing submitters' IP addresses. All of the account's forms have the same key. Absent after an
   * import.
   */
  address_key: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /**
   * Number of times that the form has been stored. If two changes conflict, the second change is reapplied to
   * the result of the first.
   */
  version: z.int(),
  /**
   * Number of partitions that new submissions are spread over. Absent until the form receives many submissions
   * at once (docs/decisions/0054).
   */
  pieces: z.int().optional(),
});
export type Form = z.infer<typeof form>;

/** A form without its secrets. Most functions don't have permission to read the secrets. */
export const formWithoutSecrets = form.omit({
  challenge_secret: true,
  address_salt: true,
  address_key: true,
});
export type FormWithoutSecrets = z.infer<typeof formWithoutSecrets>;

/** Form properties that are only needed to process a submission's body or to respond to the submission. */
const FOR_POSTS_ONLY = {
  language: true,
  thank_you: true,
  brand: true,
  fields: true,
  unknown_fields: true,
  conventions: true,
  spam: true,
} as const;

/**
 * The form properties that ingest needs. The properties are stored under both the slug and the id, so ingest
 * finds them in a single read.
 */
export const ingestForm = form
  .pick({
    account_id: true,
    form_id: true,
    name: true,
    status: true,
    honeypot_field: true,
    challenge: true,
    challenge_secret: true,
    rate_limit: true,
    redirect_url: true,
    allowed_origins: true,
    retention_days: true,
    address_salt: true,
    address_key: true,
    page: true,
    pieces: true,
    ...FOR_POSTS_ONLY,
  })
  .extend({
    /** Set until the form gets its first webhook; absent for imported forms (docs/decisions/0044). */
    no_webhooks: z.literal(true).optional(),
    /** Set while submissions to the form can't trigger any e-mails except quota notices. */
    no_emails: z.literal(true).optional(),
  });
export type IngestForm = z.infer<typeof ingestForm>;

/** Attributes to read when checking whether a form has the `no_webhooks` mark. */
export const webhookMarkAttributes = ['slug', 'no_webhooks'] as const;

/** Attributes to read before a hot form is spread over several partitions. */
export const splitFormAttributes = ['account_id', 'form_id', 'slug', 'version', 'pieces'] as const;

/** Attributes that are read to find a form by its slug. */
export const formIdAttributes = ['slug', 'form_id'] as const;

/**
 * The form properties needed to check a request that announces an upload. Such a request has no challenge or
 * fields, and its response isn't a page.
 */
export const preflightForm = ingestForm.omit({
  ...FOR_POSTS_ONLY,
  challenge_secret: true,
  no_webhooks: true,
  no_emails: true,
});

/**
 * Builds the item that is stored for ingest. To keep the item small, omits default settings, and omits the
 * text of thank-you pages that are never shown.
 * @param noWebhooks true if the form has never had its own webhook
 */
export function ingestItem(
  of: Form,
  { noWebhooks }: { readonly noWebhooks: boolean },
): Record<string, unknown> {
  const { language, thank_you, brand, page, fields, unknown_fields, conventions, spam, ...needed } =
    ingestForm.parse(of);
  return {
    ...needed,
    ...(noWebhooks && { no_webhooks: true }),
    ...(!sendsEmails(of) && { no_emails: true }),
    ...(language !== null && { language }),
    ...(needed.redirect_url === null && isSet(thank_you) && { thank_you }),
    ...(isSet(brand) && { brand }),
    ...(page.enabled && { page }),
    ...(fields.length > 0 && { fields, unknown_fields }),
    ...(conventions !== 'none' && { conventions }),
    ...(JSON.stringify(spam) !== JSON.stringify(DEFAULT_SPAM_SETTINGS) && { spam }),
  };
}

const isSet = (settings: object): boolean => Object.values(settings).some((value) => value !== null);

/** The form properties that e-mails need. */
export const emailForm = form.pick({
  account_id: true,
  form_id: true,
  slug: true,
  name: true,
  notify_emails: true,
  app_recipients: true,
  recipient_filters: true,
  autoresponder: true,
  language: true,
  brand: true,
  notify_subject: true,
  fields: true,
  time_zone: true,
});
export type EmailForm = z.infer<typeof emailForm>;

/**
 * The form properties that fan-out needs: the slug, and the settings that determine whether the form sends
 * e-mails.
 */
export const emailRecipients = emailForm.pick({
  account_id: true,
  form_id: true,
  slug: true,
  notify_emails: true,
  autoresponder: true,
});
export type EmailRecipients = z.infer<typeof emailRecipients>;

/**
 * Returns true if an accepted submission to the form can trigger an e-mail. Otherwise, the copies for ingest
 * have the `no_emails` mark. If you add another kind of e-mail, rename the mark, because existing marks don't
 * account for it.
 */
export const sendsEmails = ({
  notify_emails,
  autoresponder,
}: Pick<EmailRecipients, 'notify_emails' | 'autoresponder'>): boolean =>
  notify_emails.length > 0 || (autoresponder?.enabled ?? false);

/**
 * Creates a form from a request. Its status is `live` unless the request specifies another one
 * (docs/specification.md, "Form states").
 */
export function newForm(accountId: string, input: FormInput, now: number, random: RandomBytes): Form {
  const at = timestamp(now);
  return {
    account_id: accountId,
    form_id: newFormId(random),
    slug: input.slug ?? slugFromName(input.name),
    name: input.name,
    status: input.status ?? 'live',
    honeypot_field: input.honeypot_field ?? DEFAULT_HONEYPOT_FIELD,
    ...mergedChallenge(NO_CHALLENGE, input.challenge),
    rate_limit: input.rate_limit ?? DEFAULT_RATE_LIMIT,
    ...recipientsOf(accountId, input.notify_emails ?? []),
    app_recipients: [],
    autoresponder: applyAutoresponderInput(null, input.autoresponder),
    redirect_url: input.redirect_url ?? null,
    allowed_origins: input.allowed_origins ?? [],
    retention_days: input.retention_days ?? null,
    language: input.language ?? null,
    thank_you: applyAppearanceInput(NO_THANK_YOU, input.thank_you, NO_THANK_YOU),
    brand: applyAppearanceInput(NO_BRAND, input.brand, NO_BRAND),
    page: applyPageInput(NO_PAGE, input.page, input.fields ?? []),
    notify_subject: input.notify_subject ?? null,
    fields: input.fields ?? [],
    unknown_fields: input.unknown_fields ?? 'keep',
    conventions: input.conventions ?? 'none',
    spam: applyAppearanceInput(DEFAULT_SPAM_SETTINGS, input.spam, DEFAULT_SPAM_SETTINGS),
    replies: applyAppearanceInput(DEFAULT_REPLY_SETTINGS, input.replies, DEFAULT_REPLY_SETTINGS),
    weekly_spam_summary: input.weekly_spam_summary ?? false,
    time_zone: input.time_zone ?? null,
    managed_by: input.managed_by ?? null,
    address_salt: Buffer.from(random(18)).toString('base64url'),
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

const recipientsOf = (accountId: string, inputs: readonly RecipientInput[]) => ({
  notify_emails: inputs.map(addressOf),
  recipient_filters: recipientFilters(accountId, inputs),
});

/**
 * Applies the changes to the form and returns the result.
 * @throws Conflict when the status transition is not allowed
 * @throws ValidationFailed when the settings aren't compatible with each other
 */
export function applyFormPatch(current: Form, patch: FormPatch, now: number): Form {
  const {
    honeypot_field,
    challenge,
    autoresponder,
    status,
    thank_you,
    brand,
    page,
    fields,
    spam,
    replies,
    notify_emails,
    ...rest
  } = patch;
  if (status !== undefined) assertStatusReachable(current.status, status);
  const declared = fields === undefined ? current.fields : (fields ?? []);
  return {
    ...current,
    ...rest,
    ...(notify_emails && recipientsOf(current.account_id, notify_emails)),
    status: status ?? current.status,
    honeypot_field:
      honeypot_field === undefined ? current.honeypot_field : (honeypot_field ?? DEFAULT_HONEYPOT_FIELD),
    ...mergedChallenge(current, challenge),
    autoresponder: applyAutoresponderInput(current.autoresponder, autoresponder),
    thank_you: applyAppearanceInput(current.thank_you, thank_you, NO_THANK_YOU),
    brand: applyAppearanceInput(current.brand, brand, NO_BRAND),
    page: applyPageInput(current.page, page, declared),
    fields: declared,
    spam: applyAppearanceInput(current.spam, spam, DEFAULT_SPAM_SETTINGS),
    replies: applyAppearanceInput(current.replies, replies, DEFAULT_REPLY_SETTINGS),
    updated_at: timestamp(now),
    version: current.version + 1,
  };
}

const TRANSITIONS: Record<FormStatus, readonly FormStatus[]> = {
  draft: ['draft', 'live'],
  live: ['live', 'paused'],
  paused: ['paused', 'live'],
};

/**
 * Checks that a form's status can change directly from `from` to `to`.
 * @throws Conflict
 */
export function assertStatusReachable(from: FormStatus, to: FormStatus): void {
  if (!TRANSITIONS[from].includes(to))
    throw new Conflict(`The form cannot change to ${to} from its current status.`);
}
