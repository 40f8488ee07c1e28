/** Logs each e-mail that is passed to the mail service, without its address and content. */
import type { LogIds } from '../core/log-ids.ts';
import { EmailNotAccepted, type Email, type SendEmail } from './email.ts';

/** Members of the line of an e-mail. */
export interface EmailLine extends LogIds {
  /** What the e-mail is, for example `notification`. */
  readonly email: string;
  /** Digest that stands for the recipient's address. */
  readonly recipient_id?: string;
  /** `sent`, `refused` for this e-mail, `not-accepted` for now, or `unknown`. */
  readonly status: 'sent' | 'refused' | 'not-accepted' | 'unknown';
  readonly attempt?: number;
  readonly duration_ms: number;
}

/** Wraps a sender so that it logs one line for each e-mail, whether or not it was accepted. */
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

/** An e-mail's id starts with its kind. */
function lineOf({ id, recipient_id }: Email): Pick<EmailLine, 'email' | 'recipient_id'> {
  return { email: id.split('.', 1)[0] ?? '', ...(recipient_id !== undefined && { recipient_id }) };
}

function statusOf(error: unknown): EmailLine['status'] {
  if (!(error instanceof EmailNotAccepted)) return 'unknown';
  return error.refused ? 'refused' : 'not-accepted';
}
