/**
 * Deletes the webhooks of ended connections. The stream of the table Connections delivers each ended
 * connection, whatever ended it. These webhooks receive nothing even before they are deleted
 * (`live-webhook-store.ts`).
 */
import * as z from 'zod';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { streamChange } from '../../aws/stream-change.ts';
import { streamHandler } from '../../aws/stream-handler.ts';
import { readEnvironment } from '../../environment.ts';
import { connectionWebhookStore } from './connection-webhook-store.ts';

const key = z.object({ account_id: z.string(), connection_id: z.string() });
const connectionEnd = streamChange({ keys: key, item: key });
type ConnectionEnd = z.infer<typeof connectionEnd>;

/** Deletes all webhooks of a connection. Safe to repeat. */
export function removeConnectionWebhooks(webhooks: ReturnType<typeof connectionWebhookStore>) {
  return ({ keys }: ConnectionEnd): Promise<void> => webhooks.removeAll(keys.connection_id);
}

const { WEBHOOKS_TABLE } = readEnvironment('WEBHOOKS_TABLE');
const remove = removeConnectionWebhooks(connectionWebhookStore(documentClient(), WEBHOOKS_TABLE));

export const handler = streamHandler({ change: connectionEnd, handlerOfBatch: () => remove });
