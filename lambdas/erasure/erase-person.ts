/**
 * Erases the data that an account stores about an e-mail address outside of submissions: recipients and their
 * confirmations, send locks, the autoresponse counter, and invitations that were never accepted.
 */
import { account } from '../accounts/account.ts';
import { isSameAddress } from '../core/text/same-address.ts';
import { form } from '../forms/form.ts';
import type * as z from 'zod';

/** The account attributes that the erasure needs: the id, and the key for hashing e-mail addresses. */
export const keyedAccount = account.pick({ account_id: true, cursor_key: true });
export const keyedAccountAttributes = keyedAccount.keyof().options;

/** A form's recipients. */
export const formRecipients = form.pick({
  account_id: true,
  form_id: true,
  notify_emails: true,
  app_recipients: true,
  recipient_filters: true,
  version: true,
});
export type FormRecipients = z.infer<typeof formRecipients>;
export const formRecipientAttributes = formRecipients.keyof().options;

export type DeadlineCheck = () => boolean;

/** Position to continue from. `after` is the last row read for the form. */
export interface PersonCursor {
  readonly form_id: string;
  readonly table: 'locks' | 'emails';
  readonly after?: string | undefined;
}

export interface PersonErasure {
  /** Deletes the account's own records of the address. */
  removeFromAccount(): Promise<void>;
  /** Lists the account's forms with their recipients. */
  forms(): Promise<readonly FormRecipients[]>;
  /** Removes the address from the form's recipients. */
  removeFromForm(form: FormRecipients): Promise<void>;
  /**
   * Deletes the form's send locks or e-mail records for the address.
   * @returns where to continue if time ran out
   */
  removeSent(
    formId: string,
    table: PersonCursor['table'],
    after: string | undefined,
    isOutOfTime: DeadlineCheck,
  ): Promise<string | undefined>;
}

const TABLES = ['locks', 'emails'] as const;

/**
 * Erases the data about the address until none is left or time runs out. Safe to repeat.
 * @param from undefined at the beginning
 * @returns where to continue, or undefined if nothing is left
 */
export async function erasePerson(
  erasure: PersonErasure,
  from: PersonCursor | undefined,
  isOutOfTime: DeadlineCheck,
): Promise<PersonCursor | undefined> {
  if (!from) await erasure.removeFromAccount();
  const forms = (await erasure.forms()).toSorted((a, b) => (a.form_id < b.form_id ? -1 : 1));
  const steps = forms.flatMap((form) => TABLES.map((table) => ({ form, table })));
  const isBefore = ({ form, table }: (typeof steps)[number]): boolean =>
    from !== undefined &&
    (form.form_id < from.form_id ||
      (form.form_id === from.form_id && TABLES.indexOf(table) < TABLES.indexOf(from.table)));
  const rest = steps.filter((step) => !isBefore(step));
  for (const [index, { form, table }] of rest.entries()) {
    const { form_id } = form;
    if (table === 'locks') await erasure.removeFromForm(form);
    const start = form_id === from?.form_id && table === from.table ? from.after : undefined;
    const after = await erasure.removeSent(form_id, table, start, isOutOfTime);
    if (after !== undefined) return { form_id, table, after };
    // Check the time after each step, so that every call makes progress.
    const next = rest[index + 1];
    if (next && isOutOfTime()) return { form_id: next.form.form_id, table: next.table };
  }
  return undefined;
}

/** Returns the form's recipients without this address, or undefined if the address isn't a recipient. */
export function recipientsWithoutAddress(
  address: string,
  { notify_emails, app_recipients, recipient_filters }: FormRecipients,
  recipientId: string,
): Pick<FormRecipients, 'notify_emails' | 'app_recipients' | 'recipient_filters'> | undefined {
  const left = notify_emails.filter((each) => !isSameAddress(each, address));
  if (left.length === notify_emails.length) return undefined;
  const isOther = ({ recipient_id }: { readonly recipient_id: string }): boolean =>
    recipient_id !== recipientId;
  return {
    notify_emails: left,
    app_recipients: app_recipients.filter(isOther),
    recipient_filters: recipient_filters.filter(isOther),
  };
}
