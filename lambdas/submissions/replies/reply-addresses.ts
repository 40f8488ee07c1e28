/** Determines which address receives submitters' answers to replies. */
import type { Principal } from '../../core/caller.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import type { RecipientFinder } from '../../forms/recipients/path-recipient.ts';

export type StatusesOf = RecipientFinder['statusesOf'];

/**
 * Returns the address that receives the submitter's answer: the form's reply-to address if it is confirmed,
 * or else the address of the member who replies.
 */
export async function answersTo(
  form: FormWithoutSecrets,
  caller: Principal,
  statusesOf: StatusesOf,
): Promise<string | undefined> {
  const { reply_to } = form.replies;
  if (reply_to !== null) {
    const statusOf = await statusesOf([{ ...form, notify_emails: [reply_to] }]);
    if (statusOf(form, reply_to) === 'confirmed') return reply_to;
  }
  return caller.type === 'member' || caller.type === 'connection' ? caller.email : undefined;
}
