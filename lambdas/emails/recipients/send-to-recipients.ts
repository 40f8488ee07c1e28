/**
 * Sends e-mails to a form's confirmed recipients and sends each unconfirmed recipient one confirmation
 * request.
 */
import type { EmailAccount } from '../../accounts/account.ts';
import { settleAll } from '../../core/settle-all.ts';
import type { EmailForm } from '../../forms/form.ts';
import { EmailNotAccepted, type Email } from '../email.ts';
import type { SkipReason, SubmissionEmail } from '../../submissions/email-log/email-record.ts';
import type { ConfirmationJob } from '../../forms/recipients/confirmation-request.ts';
import { findActiveAccount, sendAtLeastOnce, type EmailDeps } from '../send-at-least-once.ts';
import { confirmationEmail } from './confirmation-email.ts';
import { recipientLink } from '../../forms/recipients/recipient-link.ts';
import {
  suppressionReason,
  recipientIdOf,
  recipientStatus,
  type FormConsent,
  type FormRecipient,
  type Recipient,
} from '../../forms/recipients/recipient.ts';

/** The recipient of an e-mail, with their unsubscribe link. */
export interface Addressee {
  readonly recipient_id: string;
  readonly address: string;
  readonly unsubscribeUrl: string;
}

interface Sending {
  readonly form: EmailForm;
  readonly account: EmailAccount;
  /** Identifies the reason for the e-mails. This id stays the same when the job is retried. */
  readonly request: string;
  /** If true, a confirmation request can be sent less than a day after the previous one. */
  readonly again?: boolean;
}

/** Creates the e-mail and the log record for a recipient, and names the recipients to skip. */
interface RecipientEmails {
  emailTo(addressee: Addressee): Email;
  /** Creates the log record for an e-mail about a submission. */
  recordOf?(to: Pick<Addressee, 'recipient_id' | 'address'>): SubmissionEmail;
  /** Ids of the recipients who don't get the e-mail because of their filter. */
  readonly withheldFrom?: ReadonlySet<string>;
}

/**
 * Sends a separate e-mail to each confirmed recipient of the form.
 * @throws if some e-mails haven't been sent yet
 */
export async function sendToRecipients(
  sending: Sending,
  { emailTo, recordOf, withheldFrom }: RecipientEmails,
  deps: EmailDeps,
): Promise<void> {
  const { form, account } = sending;
  await settleAll(
    recipientsOf(form).map(async ([recipient_id, address]) => {
      const subject = { account_id: form.account_id, form_id: form.form_id, recipient_id };
      const record = recordOf?.({ recipient_id, address });
      const skip = async (reason: SkipReason): Promise<void> => {
        if (record) await deps.log.skip(record, reason, deps.now());
      };
      if (withheldFrom?.has(recipient_id)) return skip('filtered');
      const recipient = await findOrAdd(subject, address, deps);
      if (!(await mayAppReceive(form, recipient_id, deps))) {
        deps.report('Skipped recipient because the app that added them has no access', {
          form_id: form.form_id,
          recipient_id,
        });
        return undefined;
      }
      const status = recipientStatus(address, recipient, account.email);
      switch (status) {
        case 'confirmed': {
          const link = { baseUrl: deps.baseUrl, now: deps.now() };
          const unsubscribeUrl = recipientLink('unsubscribe', subject, recipient, link);
          return sendAtLeastOnce(emailTo({ recipient_id, address, unsubscribeUrl }), deps, record);
        }
        case 'pending':
          deps.report('Recipient not confirmed', { form_id: form.form_id, recipient_id });
          await skip('unconfirmed');
          // Ask recipients who never got a confirmation request, because the request was lost or the form was
          // created before recipients had to confirm.
          return recipient.asked === undefined || recipient.asked_by === sending.request
            ? askToConfirm(sending, recipient, address, deps)
            : undefined;
        case 'unsubscribed':
          deps.report('Recipient unsubscribed', { form_id: form.form_id, recipient_id });
          return skip('unsubscribed');
        case 'bounced':
        case 'complained':
          deps.report(`Recipient skipped: ${status} before`, { form_id: form.form_id, recipient_id });
          return skip(`${status}-before`);
      }
    }),
  );
}

/**
 * Returns those of the addresses that are confirmed recipients of the form, as written in the form's
 * settings. Never sends confirmation requests. Skips the database if there are no addresses.
 */
export async function confirmedRecipients(
  addresses: readonly string[],
  { form, account }: Pick<Sending, 'form' | 'account'>,
  deps: EmailDeps,
): Promise<string[]> {
  const { account_id, form_id } = form;
  const named = new Set(addresses.map((address) => recipientIdOf(account_id, address)));
  const confirmed = await Promise.all(
    recipientsOf(form)
      .filter(([recipientId]) => named.has(recipientId))
      .map(async ([recipient_id, address]) => {
        const found = await deps.recipients.find({ account_id, form_id, recipient_id });
        const isConfirmed = found && recipientStatus(address, found, account.email) === 'confirmed';
        return isConfirmed && (await mayAppReceive(form, recipient_id, deps)) ? [address] : [];
      }),
  );
  return confirmed.flat();
}

/** Sends confirmation requests to the recipients named in the job, unless they have already confirmed. */
export async function sendConfirmations(job: ConfirmationJob, deps: EmailDeps): Promise<void> {
  const { account_id, form_id, recipient_ids, request, requested_at, again = false } = job;
  const [form, account] = await Promise.all([
    deps.findForm(account_id, form_id),
    findActiveAccount(account_id, deps),
  ]);
  if (!form || !account) return;
  await settleAll(
    recipientsOf(form)
      .filter(([recipientId]) => recipient_ids.includes(recipientId))
      .map(async ([recipient_id, address]) => {
        const recipient = await findOrAdd({ account_id, form_id, recipient_id }, address, deps);
        if (recipientStatus(address, recipient, account.email) === 'confirmed') return;
        if (!(await mayAppReceive(form, recipient_id, deps))) return;
        if (isBlockedSince(recipient, requested_at)) {
          deps.report('Confirmation e-mail not sent to blocked address', { form_id, recipient_id });
          return;
        }
        await askToConfirm({ form, account, request, again }, recipient, address, deps);
      }),
  );
}

/**
 * Sends one e-mail to a confirmed recipient of a form. Does nothing if the recipient has been removed or may
 * no longer get e-mails.
 */
export async function sendToRecipient(
  { form, account }: Pick<Sending, 'form' | 'account'>,
  recipientId: string,
  emailTo: RecipientEmails['emailTo'],
  deps: EmailDeps,
): Promise<void> {
  const { account_id, form_id } = form;
  const address = new Map(recipientsOf(form)).get(recipientId);
  if (address === undefined || !(await mayAppReceive(form, recipientId, deps))) return;
  const subject = { account_id, form_id, recipient_id: recipientId };
  const recipient = await findOrAdd(subject, address, deps);
  if (recipientStatus(address, recipient, account.email) !== 'confirmed') return;
  const unsubscribeUrl = recipientLink('unsubscribe', subject, recipient, {
    baseUrl: deps.baseUrl,
    now: deps.now(),
  });
  await sendAtLeastOnce(emailTo({ recipient_id: recipientId, address, unsubscribeUrl }), deps);
}

/**
 * Returns true if the app that added a recipient may receive submissions, or if no app added the recipient.
 */
async function mayAppReceive(
  { account_id, form_id, app_recipients }: EmailForm,
  recipientId: string,
  { mayReceive }: EmailDeps,
): Promise<boolean> {
  const of = app_recipients.find(({ recipient_id }) => recipient_id === recipientId);
  return of === undefined || mayReceive({ ...of, account_id }, form_id);
}

/** Returns true if the address bounced or complained after the confirmation was requested. */
function isBlockedSince(of: FormConsent, requestedAt: string): boolean {
  return (
    suppressionReason(of) !== undefined &&
    [of.bounced_at, of.complained_at].some((at = '') => at >= requestedAt)
  );
}

/**
 * Returns a form's recipients. If several spellings of an address belong to the same recipient, only includes
 * the first.
 */
export function recipientsOf({
  account_id,
  notify_emails,
}: EmailForm): [recipientId: string, address: string][] {
  const addresses = new Map<string, string>();
  for (const address of notify_emails) {
    const recipientId = recipientIdOf(account_id, address);
    if (!addresses.has(recipientId)) addresses.set(recipientId, address);
  }
  return [...addresses];
}

/** Returns true if the form sends notifications to this address. */
export const isRecipientOf = (form: EmailForm, address: string): boolean =>
  recipientsOf(form).some(([recipientId]) => recipientId === recipientIdOf(form.account_id, address));

async function findOrAdd(
  subject: Parameters<EmailDeps['recipients']['find']>[0],
  address: string,
  { recipients, newLinkKey }: EmailDeps,
): Promise<FormRecipient> {
  const found = await recipients.find(subject);
  if (found) return found;
  return recipients.add(subject.account_id, address, newLinkKey());
}

async function askToConfirm(
  { form, account, request, again = false }: Sending,
  recipient: Recipient,
  address: string,
  deps: EmailDeps,
): Promise<void> {
  const { account_id, form_id } = form;
  const { recipient_id } = recipient;
  const details = { form_id, recipient_id };
  const reserved = await deps.recipients.reserveConfirmation(
    account_id,
    recipient_id,
    request,
    deps.now(),
    ...(again ? [0] : []),
  );
  if (!reserved) {
    deps.report('Skipped confirmation e-mail because a limit was reached', details);
    return;
  }
  const link = { baseUrl: deps.baseUrl, now: deps.now() };
  const { connection_id } = form.app_recipients.find((each) => each.recipient_id === recipient_id) ?? {};
  const confirmUrl = recipientLink('confirm', { account_id, ...details, connection_id }, recipient, link);
  const email = confirmationEmail(
    { id: `confirmation.${recipient_id}.${request}`, form, account, to: address, confirmUrl },
    deps.sender,
  );
  try {
    await sendAtLeastOnce(email, deps);
  } catch (error) {
    if (!(error instanceof EmailNotAccepted && error.refused)) throw error;
    // Don't fail the job, because a retry wouldn't help. The form's owner can see in the recipient's status
    // that the address is undeliverable.
    deps.report('Mail service rejected confirmation e-mail', { ...details, error });
  }
}
