/** Sends e-mails through Amazon SES, and tells what its errors mean: not taken, or nobody knows. */
import {
  BadRequestException,
  MessageRejected,
  SendEmailCommand,
  SESv2ServiceException,
  TooManyRequestsException,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { setTimeout as pause } from 'node:timers/promises';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email, type SendEmail } from './email.ts';
import { mimeMessage } from './mime-message.ts';
import { sesv2Client } from '../aws/clients/sesv2-client.ts';
import { retry } from '../core/retry.ts';

/** Errors of a connection that was never made. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

export function sesClientSender(client: SESv2Client = sesv2Client()): SendEmail {
  return async (email) => {
    const Data = await mimeMessage(email, new Date());
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [email.to] },
      Content: { Raw: { Data } },
    });
    try {
      const { MessageId = '' } = await retry(() => client.send(command), {
        attempts: 4,
        firstWaitMs: 300,
        isRetryable: (error) => error instanceof TooManyRequestsException,
        pause,
      });
      return { messageId: MessageId };
    } catch (error) {
      throw outcomeOf(error, email);
    }
  };
}

/** A 4xx says that SES did not accept the e-mail; a 5xx, a time-out or a broken connection leaves that open. */
function outcomeOf(error: unknown, { id }: Email): Error {
  const isRefused = error instanceof MessageRejected || error instanceof BadRequestException;
  const status = error instanceof SESv2ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500;
  const message = `${id}: ${withoutAddresses(error)}`;
  return isRefused || status < 500 || isUnconnected(error)
    ? new EmailNotAccepted(message, isRefused)
    : new EmailOutcomeUnknown(message);
}

function isUnconnected(error: unknown): boolean {
  const codes = error instanceof AggregateError ? error.errors : [error];
  return codes.every(
    (each) => each instanceof Error && 'code' in each && NOT_CONNECTED.has(String(each.code)),
  );
}

/** SES names recipients in its errors. The domain is enough to find the cause, and identifies no person. */
function withoutAddresses(error: unknown): string {
  return String(error).replace(/[^\s<>"'`,;:/]+@/g, '…@');
}
