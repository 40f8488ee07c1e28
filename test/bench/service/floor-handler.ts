/** What a function that stores a post must at least do: one read, two updates at the same time and one put, with the same SDK. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../../lambdas/aws/clients/dynamodb-client.ts';

const { COUNTERS_TABLE, FORM_SLUGS_TABLE, SUBMISSIONS_TABLE } = process.env;

function floorHandler(db: DynamoDBDocumentClient) {
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
/** With the client of the service. */
export const handlerWithOurClient = floorHandler(documentClient());
