/** Stores SES events in the e-mail log and blocks addresses that bounce or complain. */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { sqsHandler } from '../../aws/event-sources/sqs-handler.ts';
import { readEnvironment } from '../../environment.ts';
import { recipientBlockStore } from '../recipients/recipient-block-store.ts';
import { emailLogStore } from '../../submissions/email-log/email-log-store.ts';
import { emailEventOf, sesEvent, type SesEvent } from './ses-event.ts';

interface Deps {
  readonly log: Pick<ReturnType<typeof emailLogStore>, 'move'>;
  readonly recipients: Pick<ReturnType<typeof recipientBlockStore>, 'block'>;
}

/**
 * Records an SES event in the e-mail log. Events can arrive several times and in any order. The e-mail's
 * record, recipient or form might already be deleted.
 */
export function recordEmailEvent({ log, recipients }: Deps) {
  return async (message: SesEvent): Promise<void> => {
    const event = emailEventOf(message);
    if (!event) return;
    const { change, key, recipient } = event;
    // Block the address before updating the log. This way, if the function is interrupted, the event is
    // redelivered and the address is blocked before the log shows the event.
    if (recipient && (change === 'bounced' || change === 'complained'))
      await recipients.block(recipient, change, event.at);
    if (key) await log.move(key, event);
  };
}

const environment = readEnvironment('EMAILS_TABLE', 'FORM_SLUGS_TABLE', 'RECIPIENTS_TABLE');
const db = documentClient();

export const handler = sqsHandler({
  message: sesEvent,
  handle: recordEmailEvent({
    log: emailLogStore(db, environment.EMAILS_TABLE),
    recipients: recipientBlockStore(db, {
      recipients: environment.RECIPIENTS_TABLE,
      formSlugs: environment.FORM_SLUGS_TABLE,
    }),
  }),
});
