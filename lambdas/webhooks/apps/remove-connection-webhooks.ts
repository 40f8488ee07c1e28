/**
 * Deletes the webhooks and recipients of ended connections. The connections arrive through the Connections
 * table's stream. The senders skip these webhooks and recipients as soon as the connection has ended
 * (`live-webhook-store.ts`, `receiving-connection-store.ts`).
 */
import * as z from 'zod';
import { changeMarkerStore } from '../../aws/change-marker-store.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { streamChange } from '../../aws/event-sources/stream-change.ts';
import { streamHandler } from '../../aws/event-sources/stream-handler.ts';
import { readEnvironment } from '../../environment.ts';
import { connectionRecipientStore } from '../../forms/recipients/connection-recipient-store.ts';
import { connectionWebhookStore } from './connection-webhook-store.ts';

const key = z.object({ account_id: z.string(), connection_id: z.string() });
const connectionEnd = streamChange({ keys: key, item: key });
type ConnectionEnd = z.infer<typeof connectionEnd>;

interface Deps {
  readonly webhooks: ReturnType<typeof connectionWebhookStore>;
  readonly recipients: ReturnType<typeof connectionRecipientStore>;
  /** Updates the account's change marker because lists of forms show recipients. */
  readonly noteChange: (accountId: string) => Promise<void>;
}

/** Deletes a connection's webhooks and recipients. Safe to repeat. */
export function removeConnectionWebhooks({ webhooks, recipients, noteChange }: Deps) {
  return async ({ keys: { account_id, connection_id } }: ConnectionEnd): Promise<void> => {
    await webhooks.removeAll(connection_id);
    if (await recipients.removeAll(account_id, connection_id)) await noteChange(account_id);
  };
}

const { COUNTERS_TABLE, FORMS_TABLE, WEBHOOKS_TABLE } = readEnvironment(
  'COUNTERS_TABLE',
  'FORMS_TABLE',
  'WEBHOOKS_TABLE',
);
const db = documentClient();
const remove = removeConnectionWebhooks({
  webhooks: connectionWebhookStore(db, WEBHOOKS_TABLE),
  recipients: connectionRecipientStore(db, FORMS_TABLE, Date.now),
  noteChange: (accountId) => changeMarkerStore(db, COUNTERS_TABLE).note(accountId, 'writes'),
});

export const handler = streamHandler({ change: connectionEnd, handlerOfBatch: () => remove });
