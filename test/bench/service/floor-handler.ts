/**
 * Makes only the calls that are needed to store a submission, with the same SDK: one read, two concurrent
 * updates and one put. `handlerThatDelivers` also delivers the submission: it finds the recipients and sends
 * a message, and each attempt makes a read, a claim, the request and a record. The items don't exist, because
 * only the calls matter.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { hotPathClients } from '../../../lambdas/aws/clients/dynamodb-client.ts';
import type { ItemClient } from '../../../lambdas/aws/item-client.ts';

const {
  ACCOUNTS_TABLE,
  COUNTERS_TABLE,
  DELIVERIES_QUEUE_URL,
  DELIVERIES_TABLE,
  FLOOR_WEBHOOK_URL = '',
  FORM_SLUGS_TABLE,
  SUBMISSIONS_TABLE,
  WEBHOOKS_TABLE,
} = process.env;
const FORM = 'frm_0000000000';
const WEBHOOK = { owner_id: FORM, webhook_id: 'whk_0000000000' };

interface Post {
  readonly pathParameters: { readonly slug: string };
  readonly body: string;
}

/** Wraps the document client, so that the handler can make the same calls with it. */
const itemsByDocuments = (db: DynamoDBDocumentClient): ItemClient => ({
  get: async (input) => (await db.send(new GetCommand(input))).Item,
  put: async (input) => {
    await db.send(new PutCommand(input));
  },
  update: async (input) => (await db.send(new UpdateCommand(input))).Attributes,
});

/** @param readsAccount true to also read the account, between reading the slug and the updates */
function floorHandler(items: ItemClient, readsAccount = false) {
  let count = 0;
  const addOne = (counter: string) =>
    items.update({
      TableName: COUNTERS_TABLE,
      Key: { counter },
      UpdateExpression: 'ADD used :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
  return async ({ pathParameters: { slug }, body }: Post) => {
    const submissionId = `sub_${String((count += 1)).padStart(36, '0')}`;
    await items.get({ TableName: FORM_SLUGS_TABLE, Key: { slug }, ConsistentRead: true });
    if (readsAccount) await items.get({ TableName: ACCOUNTS_TABLE, Key: { account_id: 'floor' } });
    await Promise.all([addOne('floor#rate'), addOne('floor#quota')]);
    await items.put({
      TableName: SUBMISSIONS_TABLE,
      Item: {
        form_id: FORM,
        submission_id: submissionId,
        payload: [...new URLSearchParams(Buffer.from(body, 'base64').toString())],
      },
    });
    return { statusCode: 201, submissionId };
  };
}

const plain = DynamoDBDocumentClient.from(new DynamoDBClient());
/** Handler that uses the default SDK client. */
export const handler = floorHandler(itemsByDocuments(plain));
/**
 * Handler that makes five calls in four round trips, as a submission did when the goals of `npm run bench --
 * ingest` were set.
 */
export const handlerOfFiveCalls = floorHandler(itemsByDocuments(plain), true);
/** Handler that uses the service's hot-path client. */
export const handlerWithOurClient = floorHandler(hotPathClients().items);

const sqs = new SQSClient();

/** Stores a submission and queues a delivery. */
export async function handlerThatDelivers(post: Post): Promise<unknown> {
  const response = await handler(post);
  await plain.send(
    new QueryCommand({
      TableName: WEBHOOKS_TABLE,
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': FORM },
      ConsistentRead: true,
    }),
  );
  const message = { delivery_id: `del_${response.submissionId}`, body: post.body };
  await sqs.send(
    new SendMessageCommand({ QueueUrl: DELIVERIES_QUEUE_URL, MessageBody: JSON.stringify(message) }),
  );
  return response;
}

/** Makes the delivery attempt for a message that `handlerThatDelivers` queued, using a new connection. */
export async function deliver(message: string): Promise<void> {
  const { delivery_id, body } = JSON.parse(message) as {
    readonly delivery_id: string;
    readonly body: string;
  };
  const store = (state: object) =>
    plain.send(
      new PutCommand({
        TableName: DELIVERIES_TABLE,
        Item: { webhook_id: WEBHOOK.webhook_id, delivery_id, body, ...state },
      }),
    );
  await plain.send(new GetCommand({ TableName: WEBHOOKS_TABLE, Key: WEBHOOK, ConsistentRead: true }));
  await store({ status: 'pending' });
  const payload = JSON.stringify({ data: { submission_id: delivery_id, body } });
  const signature = createHmac('sha256', 'secret').update(payload).digest('base64');
  const sending = request(FLOOR_WEBHOOK_URL, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'webhook-signature': `v1,${signature}` },
  }).end(payload);
  const [received] = (await once(sending, 'response')) as [IncomingMessage];
  await once(received.resume(), 'end');
  await store({ status: 'succeeded', status_code: received.statusCode });
}
