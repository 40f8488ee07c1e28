/** Creates an import that is waiting for confirmation, without a file. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TestStores } from '../emulators/stores.ts';
import type { TestOperations } from '../service/operations.ts';

/** Returns the id of the import. */
export async function readyImport(
  { stores, call }: { readonly stores: TestStores; readonly call: TestOperations['call'] },
  key: string,
  formId: string,
): Promise<string> {
  const path = { id: formId };
  const { id } = (await call('createImport', { key, path, body: { format: 'csv', dry_run: true } })).body;
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.formJobs,
      Key: { form_id: formId, kind: id },
      UpdateExpression: 'SET #status = :ready',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':ready': 'ready' },
    }),
  );
  return id;
}
