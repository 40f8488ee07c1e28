/**
 * Sends e-mails through Amazon SES. The type of an error tells whether SES rejected the e-mail or the outcome
 * is unknown.
 */
import {
  BadRequestException,
  MessageRejected,
  SendEmailCommand,
  SESv2ServiceException,
  TooManyRequestsException,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { setTimeout as wait } from 'node:timers/promises';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email, type SendEmail } from './email.ts';
import { emailTags } from './log/ses-event.ts';
import { mimeMessage } from './mime-message.ts';
import { sesv2Client } from '../aws/clients/sesv2-client.ts';
import { retry } from '../core/retry.ts';

/** Error codes for failures before a connection was established. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Matches the tag values that SES accepts. */
const TAG_VALUE = /^[\w.@-]{1,256}$/;

/**
 * Creates a function that sends e-mails through SES.
 * @param configurationSet the configuration set that publishes SES events for these e-mails to the service
 * @param pause waits for this many milliseconds before a throttled e-mail is sent again
 */
export function sesClientSender(
  configurationSet: string,
  client: SESv2Client = sesv2Client(),
  pause: (milliseconds: number) => Promise<unknown> = (milliseconds) => wait(milliseconds),
): SendEmail {
  return async (email) => {
    const Data = await mimeMessage(email, new Date());
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [email.to] },
      Content: { Raw: { Data } },
      ConfigurationSetName: configurationSet,
      EmailTags: tagsOf(email),
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

/**
 * Returns the e-mail's tags. Tags only contain ids, which are used to match SES events to the e-mail's record
 * and recipient.
 */
function tagsOf({ scope, id, recipient_id = '' }: Email): { Name: string; Value: string }[] {
  const tags = [
    { Name: emailTags.scope, Value: scope },
    { Name: emailTags.email, Value: id },
    { Name: emailTags.recipient, Value: recipient_id },
  ];
  // Skip invalid tags. SES rejects the whole message if a single value is invalid, and an e-mail without a
  // tag is better than no e-mail.
  return tags.filter(({ Value }) => TAG_VALUE.test(Value));
}

/**
 * Classifies an error from SES. A 4xx means that SES did not accept the e-mail. After a 5xx, a timeout or a
 * broken connection, the outcome is unknown.
 */
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

/**
 * Removes addresses from an error message, because SES includes recipients in its errors. Keeps each
 * address's domain, which is enough to find the cause and doesn't identify anyone.
 */
function withoutAddresses(error: unknown): string {
  return String(error).replace(/[^\s<>"'`,;:/]+@/g, '…@');
}
