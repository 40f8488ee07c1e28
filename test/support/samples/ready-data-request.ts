/** Creates an erasure that is waiting for confirmation, without running the search. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TestStores } from '../emulators/stores.ts';
import type { TestOperations } from '../service/operations.ts';

/** Returns the id of the data request. */
export async function readyDataRequest(
  { stores, call }: { readonly stores: TestStores; readonly call: TestOperations['call'] },
  key: string,
  accountId: string,
): Promise<string> {
  const body = { kind: 'erase', email: 'nobody@example.org' };
  const { id } = (await call('createDataRequest', { key, body })).body;
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.formJobs,
      Key: { form_id: accountId, kind: id },
      UpdateExpression: 'SET #status = :ready',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':ready': 'ready' },
    }),
  );
  return id;
}
