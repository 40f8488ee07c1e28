/**
 * Describes an account's forms and webhooks as the API returns them, and as it would return them after a
 * change.
 */
import * as z from 'zod';
import { filter } from '../forms/filters/filter.ts';
import { form, type Form } from '../forms/form.ts';
import { filterOfRecipient, recipientFilters } from '../forms/recipients/recipient-filter.ts';
import { recipientIdOf, recipientStatuses } from '../forms/recipients/recipient.ts';
import { webhookView } from '../webhooks/webhook.ts';
import { settingNames } from './file-schema.ts';
import type { Members } from './forms-file.ts';

/** A form in a response. All other properties are parsed when they are compared. */
export const formInResponse = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  email_enabled: z.boolean(),
  notify_emails: z.array(
    z.object({ address: z.string(), status: z.enum(recipientStatuses), filter: filter.nullable() }),
  ),
});

/** A webhook in a response. */
export const webhookInResponse = webhookView().pick({
  id: true,
  kind: true,
  form_id: true,
  url: true,
  name: true,
  header_names: true,
  format: true,
  filter: true,
  signing: true,
  auto_recover: true,
  events: true,
  enabled: true,
});

export interface ActualWebhook {
  readonly view: z.output<typeof webhookInResponse>;
  /** Only set if the webhook was read in order to change it. */
  readonly etag?: string | undefined;
}

export interface ActualForm {
  readonly view: z.output<typeof formInResponse>;
  /** Only set if the form was read in order to change it. */
  readonly etag?: string | undefined;
  readonly webhooks: readonly ActualWebhook[];
}

export interface Actual {
  readonly accountId: string;
  readonly forms: readonly ActualForm[];
  /** Webhooks for all forms. */
  readonly webhooks: readonly ActualWebhook[];
}

const formChallenge = form.pick({ challenge: true });

/** Placeholder for a challenge secret, which the API doesn't return. */
const UNKNOWN_SECRET = 'unknown';

/**
 * Returns the stored form that a response describes. Its secrets are unknown. If Turnstile is disabled and
 * the form has no site key, assumes that it has no Turnstile secret either.
 */
export function storedForm({ view }: Pick<ActualForm, 'view'>, accountId: string): Form {
  const recipients = view.notify_emails.map(({ address, filter: own }) =>
    own ? { address, filter: own } : address,
  );
  const { challenge } = formChallenge.parse(view);
  const hasSecret = challenge.site_key !== null || (challenge.enabled && challenge.provider === 'turnstile');
  return form.parse({
    ...view,
    account_id: accountId,
    form_id: view.id,
    notify_emails: view.notify_emails.map(({ address }) => address),
    recipient_filters: recipientFilters(accountId, recipients),
    challenge_secret: hasSecret ? UNKNOWN_SECRET : null,
    address_salt: '',
    version: 1,
  });
}

/**
 * Returns a form's settings in the format of an API response. A recipient without a filter becomes a plain
 * address, as in the file.
 */
export function shownSettings(of: Form, emailEnabled: boolean): Members {
  const settings: Members = of;
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, settings[name]])),
    // If the stage can't send e-mails, no form can have replies.
    replies: { ...of.replies, enabled: of.replies.enabled && emailEnabled },
    notify_emails: of.notify_emails.map((address) => {
      const own = filterOfRecipient(of.recipient_filters, recipientIdOf(of.account_id, address));
      return own ? { address, filter: own } : address;
    }),
  };
}

/** Returns true if both values are equal as JSON. The order of properties doesn't matter. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other) || canonical(one) === canonical(other);

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
