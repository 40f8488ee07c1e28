/**
 * CPU and time of one accepted post, beside the floor: one GetItem, two UpdateItems and one PutItem with the same SDK
 * and nothing else. Both run in this process, one after the other, against the same emulator.
 */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';
import { makeAccount } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { spread } from './figures.ts';

const WARM_UP = 100;
const ROUNDS = 400;

export async function benchFloor(): Promise<void> {
  const assembly = mkdtempSync(join(tmpdir(), 'svc-bench-assembly-'));
  spawnSync(process.execPath, ['--import', 'tsx', 'test/support/assembly/synthesise.ts', assembly], {
    stdio: 'inherit',
  });
  process.env['SVC_TEST_ASSEMBLY'] = assembly;
  // The line a request writes costs time where it is read, not here.
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  const stores = await startStores();
  const call = handlersOn(stores);
  const account = await makeAccount(stores, call, { plan: 'team' });
  const form = await account.makeForm({ rate_limit: 100_000 });
  const floor = floorHandler(stores);

  let posts = 0;
  const post = async (headers: Record<string, string> = {}): Promise<void> => {
    const { status, text } = await call('submitForm', {
      path: { slug: form.slug },
      headers,
      body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }),
    });
    if (status !== 201) throw new Error(text);
  };
  await measure('floor', floor);
  await measure('plain post', () => post());
  await measure('floor again', floor);
  await measure('plain post again', () => post());
  await measure('with a submission key', () => post({ authorization: `Bearer ${account.submissionKey}` }));
  await measure('with an Idempotency-Key', () => post({ 'idempotency-key': String((posts += 1)) }));
  await stores.stop();
  rmSync(assembly, { recursive: true, force: true });
}

/** What any handler of this work must at least do. */
function floorHandler({ tables }: Pick<TestStores, 'tables'>): () => Promise<void> {
  const db = documentClient();
  let count = 0;
  const update = (counter: string) =>
    db.send(
      new UpdateCommand({
        TableName: tables.counters,
        Key: { counter },
        UpdateExpression: 'ADD used :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
  return async () => {
    count += 1;
    await db.send(
      new GetCommand({ TableName: tables.formSlugs, Key: { slug: 'contact' }, ConsistentRead: true }),
    );
    await update('floor#rate');
    await update('floor#quota');
    await db.send(
      new PutCommand({
        TableName: tables.submissions,
        Item: {
          form_id: 'frm_0000000000',
          submission_id: `sub_${String(count).padStart(36, '0')}`,
          payload: [
            ['name', 'Ada'],
            ['email', 'ada@example.com'],
            ['message', 'Hello'],
          ],
        },
      }),
    );
  };
}

async function measure(title: string, act: () => Promise<void>): Promise<void> {
  for (let count = 0; count < WARM_UP; count += 1) await act();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let count = 0; count < ROUNDS; count += 1) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / ROUNDS;
  console.log(`${title.padEnd(24)} ${cpu.toFixed(2)} ms CPU, ${spread(times)}`);
}
