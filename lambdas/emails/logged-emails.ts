/** Logs each e-mail that is sent to the mail service, without its address and content. */
import type { LogIds } from '../core/log-ids.ts';
import { EmailNotAccepted, type Email, type SendEmail } from './email.ts';

/** Properties of an e-mail's log line. */
export interface EmailLine extends LogIds {
  /** Kind of e-mail, for example `notification`. */
  readonly email: string;
  /** Digest of the recipient's address. */
  readonly recipient_id?: string;
  /**
   * `refused` means that the mail service rejected this e-mail, and `not-accepted` means that it currently
   * doesn't accept any e-mails.
   */
  readonly status: 'sent' | 'refused' | 'not-accepted' | 'unknown';
  readonly attempt?: number;
  readonly duration_ms: number;
}

/** Wraps a sender so that it logs one line for each e-mail, including e-mails that weren't accepted. */
export function loggedEmails(send: SendEmail, log: (message: string, line: EmailLine) => void): SendEmail {
  return async (email) => {
    const started = performance.now();
    const note = (message: string, status: EmailLine['status']): void =>
      log(message, { ...lineOf(email), status, duration_ms: Math.round(performance.now() - started) });
    try {
      const sent = await send(email);
      note('E-mail sent', 'sent');
      return sent;
    } catch (error) {
      note('E-mail not sent', statusOf(error));
      throw error;
    }
  };
}

/** Returns the log properties of an e-mail. Its id starts with the kind of e-mail. */
function lineOf({ id, recipient_id }: Email): Pick<EmailLine, 'email' | 'recipient_id'> {
  return { email: id.split('.', 1)[0] ?? '', ...(recipient_id !== undefined && { recipient_id }) };
}

function statusOf(error: unknown): EmailLine['status'] {
  if (!(error instanceof EmailNotAccepted)) return 'unknown';
  return error.refused ? 'refused' : 'not-accepted';
}
