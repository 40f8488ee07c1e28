/**
 * Removes the webhooks of connections that have ended, however they ended: the stream of the table Connections brings
 * each of them. They get nothing from that moment on in any case (`live-webhook-store.ts`).
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

/** Removes the webhooks of one connection. Doing it again does no harm. */
export function removeConnectionWebhooks(webhooks: ReturnType<typeof connectionWebhookStore>) {
  return ({ keys }: ConnectionEnd): Promise<void> => webhooks.removeAll(keys.connection_id);
}

const { WEBHOOKS_TABLE } = readEnvironment('WEBHOOKS_TABLE');
const remove = removeConnectionWebhooks(connectionWebhookStore(documentClient(), WEBHOOKS_TABLE));

export const handler = streamHandler({ change: connectionEnd, handlerOfBatch: () => remove });
