/** Finds the form's recipient that is named in a request's path. */
import { ownedForm, type FormFinder } from '../../auth/ownership.ts';
import type { Principal } from '../../core/caller.ts';
import { Conflict, Forbidden, NotFound } from '../../core/errors/errors.ts';
import type { FormWithoutSecrets } from '../form.ts';
import { recipientIdOf, type RecipientStatus } from './recipient.ts';

export interface RecipientFinder {
  readonly forms: FormFinder<FormWithoutSecrets>;
  /** `recipientStatusStore` */
  readonly statusesOf: (
    forms: readonly FormWithoutSecrets[],
  ) => Promise<(form: FormWithoutSecrets, address: string) => RecipientStatus>;
  /** False on a stage without a mail sender. */
  readonly emailEnabled: boolean;
}

export interface PathRecipient {
  readonly form_id: string;
  readonly form_name: string;
  readonly recipient_id: string;
  /** The address, spelled as in the form's settings. */
  readonly address: string;
  readonly status: RecipientStatus;
}

/**
 * Returns the recipient with this address.
 * @throws NotFound if the form doesn't notify the address
 * @throws Forbidden if the caller is an app and didn't add the recipient
 * @throws Conflict if the service doesn't send e-mails
 */
export async function recipientInPath(
  { forms, statusesOf, emailEnabled }: RecipientFinder,
  caller: Principal,
  path: Readonly<Record<string, string>>,
): Promise<PathRecipient> {
  const form = await ownedForm(forms, caller, path['id']);
  const { account_id, form_id } = form;
  const recipient_id = recipientIdOf(account_id, path['address'] ?? '');
  const address = form.notify_emails.find((each) => recipientIdOf(account_id, each) === recipient_id);
  if (address === undefined)
    throw new NotFound('The form doesn’t notify this address. Add it to `notify_emails` first.');
  const isOwn = form.app_recipients.some(
    (each) =>
      each.recipient_id === recipient_id &&
      caller.type === 'connection' &&
      each.connection_id === caller.connection_id,
  );
  if (caller.type === 'connection' && !isOwn)
    throw new Forbidden('Apps can only send e-mails to recipients that they have added.');
  if (!emailEnabled)
    throw new Conflict('This service was deployed without a mail sender, so it can’t send e-mails.');
  const statusOf = await statusesOf([form]);
  return { form_id, form_name: form.name, recipient_id, address, status: statusOf(form, address) };
}
