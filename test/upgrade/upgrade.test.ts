/**
 * Tests an upgrade of the local service: the package of the last release stores data in a folder, and this
 * checkout starts with that folder.
 */
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { serviceVersion } from '../../lib/service-version.ts';
import { findDynoxide } from '../../local/dynamodb/find-dynoxide.ts';
import { startReceiver, type ReceivedWebhook } from '../support/receivers/webhook-receiver.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { fillAccount, postTo, readAccount } from './filled-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-test-upgrade-'));
const data = join(folder, 'data');
const program = join(folder, 'package/dist/svc-forms.js');
/** The package contains no emulator, so it uses this one on the PATH. */
const env = { PATH: `${dirname(await findDynoxide())}:${process.env['PATH']}` };
let released: string;
let service: RunningService | undefined;

beforeAll(() => {
  const [tarball, ...others] = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tgz'));
  expect(others).toEqual([]);
  execFileSync('tar', ['-xzf', join(import.meta.dirname, tarball ?? ''), '-C', folder]);
  released = serviceVersion(join(folder, 'package/package.json'));
  expect(tarball).toBe(`svc-forms-service-${released}.tgz`);
  mkdirSync(data);
});
afterEach(() => service?.stop({ keep: true }));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the names of the tables that have no item. */
async function emptyTables({ outputs }: RunningService): Promise<string[]> {
  const { endpoints } = z.object({ endpoints: z.object({ dynamodb: z.string() }) }).parse(outputs);
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const tables = new DynamoDBClient({ endpoint: endpoints.dynamodb, region: 'us-east-1', credentials });
  const { TableNames = [] } = await tables.send(new ListTablesCommand({}));
  const empty: string[] = [];
  for (const TableName of TableNames)
    if ((await tables.send(new ScanCommand({ TableName, Limit: 1 }))).Count === 0) empty.push(TableName);
  tables.destroy();
  return empty;
}

/** Returns the delivery of a submission. */
async function deliveryOf(webhook: string, submission: string): Promise<any> {
  const { body } = await service!.manage('GET', `/v1/webhooks/${webhook}/deliveries`);
  return body.data.find(({ submission_id }: { submission_id: string }) => submission_id === submission);
}

it('keeps all data stored by the last release and sends its pending deliveries', async () => {
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 503 : 200));
  try {
    service = await startService({ folder: data, env, program: [program, 'start'], withDemoData: true });
    const { form, paths, token, webhook, withFile } = await fillAccount(service, receiver.url);
    expect(await emptyTables(service)).toEqual([]);
    const post = new URLSearchParams({ name: 'Ada' });
    const headers = { 'idempotency-key': randomUUID() };
    const { id } = await postTo(service, form.slug, post, headers);
    const isWaiting = ({ body }: ReceivedWebhook): boolean => body.data['submission_id'] === id;
    await receiver.untilOne(isWaiting);
    // Counts are updated shortly after the submissions.
    while ((await service.manage('GET', `/v1/forms/${form.id}`)).body.counts.unread < 2) await pause(50);
    const before = await readAccount(service, paths);
    expect(await deliveryOf(webhook, id)).toMatchObject({ status: 'retrying' });
    await service.stop({ keep: true });

    const stopped = Date.now();
    isDown = false;
    service = await startService({ folder: data });
    // A newer version may add properties, but never changes or removes any.
    expect(await readAccount(service, paths)).toMatchObject(before);
    await receiver.untilOne((received) => isWaiting(received) && received.at > stopped);
    while ((await deliveryOf(webhook, id)).status !== 'succeeded') await pause(50);

    expect(await postTo(service, form.slug, post, headers)).toMatchObject({ id });
    const { body } = await service.manage('GET', `/v1/submissions/${withFile}`);
    const link = await service.request(body.attachments[0].url);
    expect(await (await fetchUnchecked(link.headers.get('location')!)).text()).toBe(
      'A file of the old version',
    );
    const asApp = await service.request('/v1/me', { headers: { authorization: `Bearer ${token}` } });
    expect(asApp.status).toBe(200);
    expect(await service.stop({ keep: true })).toBe(0);
  } finally {
    await receiver.stop();
  }
}, 180_000);

it('refuses a data folder written by a newer version', () => {
  const file = join(data, 'version.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: serviceVersion() });
  writeFileSync(file, '{"version":"99.0.0"}');
  const started = spawnSync(process.execPath, [program, 'start'], {
    encoding: 'utf8',
    env: { ...env, SVC_LOCAL_DIR: data, PORT: '0' },
  });
  expect({ status: started.status, stderr: started.stderr }).toEqual({
    status: 1,
    stderr:
      `npx svc-forms start: ${data} was written by version 99.0.0, and this is version ${released}; ` +
      'use the newer version, or set SVC_LOCAL_DIR to another folder\n',
  });
});
