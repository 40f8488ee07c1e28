/**
 * Defines recipients that apps have added. These recipients are removed when the app's connection ends, and
 * get no e-mails while the app can't read submissions. An app can only remove recipients that it added itself
 * (docs/specification.md, "Recipients").
 */
import * as z from 'zod';
import type { Principal } from '../../core/caller.ts';
import { recipientIdOf } from './recipient.ts';
import {
  addressOf,
  recipientFilters,
  type RecipientFilter,
  type RecipientInput,
} from './recipient-filter.ts';

/** A recipient that an app has added, and the app's connection. */
export const appRecipient = z.object({
  recipient_id: z.string(),
  connection_id: z.string(),
  client_id: z.string(),
  member_id: z.string(),
});
export type AppRecipient = z.infer<typeof appRecipient>;

/** Form attributes that are read or changed to remove a connection's recipients. */
export const recipientFormAttributes = [
  'account_id',
  'form_id',
  'notify_emails',
  'app_recipients',
  'version',
] as const;

interface Recipients {
  readonly notify_emails: string[];
  readonly app_recipients: AppRecipient[];
}
interface FilteredRecipients extends Recipients {
  readonly recipient_filters: RecipientFilter[];
}

/**
 * Returns a form's recipients after a caller has set them. If the caller is an app, recipients that the app
 * didn't add are kept. A recipient that an app has added belongs to the app until the recipient is removed.
 */
export function recipientsSetBy(
  caller: Principal,
  given: readonly RecipientInput[],
  before: FilteredRecipients = { notify_emails: [], app_recipients: [], recipient_filters: [] },
): FilteredRecipients {
  const idOf = (address: string): string => recipientIdOf(caller.account_id, address);
  const sent = given.map(addressOf);
  const sentIds = new Set(sent.map(idOf));
  const ofApps = before.app_recipients;
  if (caller.type !== 'connection')
    return {
      notify_emails: sent,
      app_recipients: ofApps.filter(({ recipient_id }) => sentIds.has(recipient_id)),
      recipient_filters: recipientFilters(caller.account_id, given),
    };
  const { connection_id, client_id, member_id } = caller;
  const own = ofApps.filter((each) => each.connection_id === connection_id);
  const ownIds = new Set(own.map(({ recipient_id }) => recipient_id));
  const others = before.notify_emails.filter((address) => !ownIds.has(idOf(address)));
  const otherIds = new Set(others.map(idOf));
  const added = sent.filter((address) => !otherIds.has(idOf(address)));
  const addedInput = given.filter((each) => !otherIds.has(idOf(addressOf(each))));
  return {
    recipient_filters: [
      ...before.recipient_filters.filter(({ recipient_id }) => otherIds.has(recipient_id)),
      ...recipientFilters(caller.account_id, addedInput),
    ],
    notify_emails: [...others, ...added],
    app_recipients: [
      ...ofApps.filter((each) => each.connection_id !== connection_id),
      ...Array.from(new Set(added.map(idOf)), (recipient_id) => ({
        recipient_id,
        connection_id,
        client_id,
        member_id,
      })),
    ],
  };
}

/**
 * Returns the recipients that remain when a connection ends. Returns undefined if none of the form's
 * recipients belong to the connection.
 */
export function recipientsWithout(
  connectionId: string,
  { account_id, notify_emails, app_recipients }: Recipients & { readonly account_id: string },
): Recipients | undefined {
  const gone = app_recipients.filter(({ connection_id }) => connection_id === connectionId);
  if (gone.length === 0) return undefined;
  const goneIds = new Set(gone.map(({ recipient_id }) => recipient_id));
  return {
    notify_emails: notify_emails.filter((address) => !goneIds.has(recipientIdOf(account_id, address))),
    app_recipients: app_recipients.filter(({ connection_id }) => connection_id !== connectionId),
  };
}
