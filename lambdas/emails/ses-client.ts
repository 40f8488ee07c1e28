/** Amazon SES as the mail service. */
import {
  BadRequestException,
  MessageRejected,
  SendEmailCommand,
  SESv2Client,
  SESv2ServiceException,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { setTimeout as pause } from 'node:timers/promises';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email, type SendEmail } from './email.ts';
import { mimeMessage } from './mime-message.ts';

/**
 * One try a call: after a timeout SES may have taken the e-mail, and its client would send it once more. Whether
 * to try again is for the caller to say, who knows what twice would mean.
 */
const sesClient = (): SESv2Client =>
  new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });

/** Calls while SES says "too fast". */
const THROTTLED_TRIES = 4;

/** Errors of a connection that never came about. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

export function sesClientSender(client: SESv2Client = sesClient()): SendEmail {
  return async (email) => {
    const Data = await mimeMessage(email, new Date());
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [...email.to] },
      Content: { Raw: { Data } },
    });
    for (let tries = 1; ; tries += 1) {
      try {
        const { MessageId = '' } = await client.send(command);
        return { messageId: MessageId };
      } catch (error) {
        if (!(error instanceof TooManyRequestsException) || tries === THROTTLED_TRIES)
          throw judged(error, email);
        await pause(150 * 2 ** tries * (0.5 + Math.random() / 2));
      }
    }
  };
}

/** A 4xx says that SES did not take it; a 5xx, a timeout or a connection that broke says nothing. */
function judged(error: unknown, { id }: Email): Error {
  const refused = error instanceof MessageRejected || error instanceof BadRequestException;
  const status = error instanceof SESv2ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500;
  const message = `${id}: ${withoutAddresses(error)}`;
  return refused || status < 500 || neverConnected(error)
    ? new EmailNotAccepted(message, refused)
    : new EmailOutcomeUnknown(message);
}

function neverConnected(error: unknown): boolean {
  const codes = error instanceof AggregateError ? error.errors : [error];
  return codes.every(
    (each) => each instanceof Error && 'code' in each && NOT_CONNECTED.has(String(each.code)),
  );
}

/** SES likes to say to whom it did not send. The domain is enough to find out why, and no person. */
function withoutAddresses(error: unknown): string {
  return String(error).replace(/[^\s<>"'`,;:/]+@/g, '…@');
}
