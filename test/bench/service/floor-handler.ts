/** What a function that stores a post must at least do: one read, two updates at the same time and one put, with the same SDK. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../../lambdas/aws/clients/dynamodb-client.ts';

const { ACCOUNTS_TABLE, COUNTERS_TABLE, FORM_SLUGS_TABLE, SUBMISSIONS_TABLE } = process.env;

/** @param readsAccount whether it reads the account besides, between the slug and the updates */
function floorHandler(db: DynamoDBDocumentClient, readsAccount = false) {
  let count = 0;
  const addOne = (counter: string) =>
    db.send(
      new UpdateCommand({
        TableName: COUNTERS_TABLE,
        Key: { counter },
        UpdateExpression: 'ADD used :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
  return async ({
    pathParameters: { slug },
    body,
  }: {
    readonly pathParameters: { readonly slug: string };
    readonly body: string;
  }): Promise<unknown> => {
    count += 1;
    await db.send(new GetCommand({ TableName: FORM_SLUGS_TABLE, Key: { slug }, ConsistentRead: true }));
    if (readsAccount)
      await db.send(new GetCommand({ TableName: ACCOUNTS_TABLE, Key: { account_id: 'floor' } }));
    await Promise.all([addOne('floor#rate'), addOne('floor#quota')]);
    await db.send(
      new PutCommand({
        TableName: SUBMISSIONS_TABLE,
        Item: {
          form_id: 'frm_0000000000',
          submission_id: `sub_${String(count).padStart(36, '0')}`,
          payload: [...new URLSearchParams(Buffer.from(body, 'base64').toString())],
        },
      }),
    );
    return { statusCode: 201 };
  };
}

/** With the SDK's client as it comes. */
export const handler = floorHandler(DynamoDBDocumentClient.from(new DynamoDBClient()));
/** With the five calls, in four round trips, that a post made when the goals of `npm run bench -- ingest` were set. */
export const handlerOfFiveCalls = floorHandler(DynamoDBDocumentClient.from(new DynamoDBClient()), true);
/** With the client of the service. */
export const handlerWithOurClient = floorHandler(documentClient());
