import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let receiver: Receiver;
let tables: DynamoDBDocumentClient;
let submissionsTable: string;

beforeAll(async () => {
  [service, receiver] = await Promise.all([sharedServiceAccount(), startReceiver()]);
  const { endpoints, stack_outputs } = z
    .object({
      endpoints: z.object({ dynamodb: z.string() }),
      stack_outputs: z.object({ SubmissionsTable: z.string() }),
    })
    .parse(service.outputs);
  submissionsTable = stack_outputs.SubmissionsTable;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, region: 'us-east-1', credentials });
  tables = DynamoDBDocumentClient.from(client);
});

afterAll(async () => {
  tables.destroy();
  await receiver.stop();
});

const post = async (slug: string, fields: Record<string, string>, key?: string): Promise<number> => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const body = new URLSearchParams(fields);
  return (await service.request(`/v1/f/${slug}`, { method: 'POST', headers, body })).status;
};

/** Returns the tables that contain an item with the form's id. */
async function tablesWith(formId: string): Promise<string[]> {
  const part = formId.slice('frm_'.length);
  const { TableNames = [] } = await tables.send(new ListTablesCommand({}));
  const found: string[] = [];
  for (const TableName of TableNames) {
    for await (const { Items = [] } of paginateScan({ client: tables }, { TableName })) {
      if (Items.some((item) => JSON.stringify(item).includes(part))) found.push(TableName);
    }
  }
  return found;
}

it('stores, shows, exports, moderates, and deletes submissions, and finally deletes their form', async () => {
  const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Records' });
  await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
  expect(await post(form.slug, { name: 'Ada' }, 'a key')).toBe(201);
  expect(await post(form.slug, { name: 'Bot', _gotcha: 'x' })).toBe(200);
  const list = async (query: string) =>
    (await service.manage('GET', `/v1/forms/${form.id}/submissions?${query}`)).body.data;
  const [spam] = await list('status=spam');
  expect(spam.payload).toEqual({ name: 'Bot' });

  const { body: before } = await service.manage('GET', '/v1/usage');
  const released = await service.manage('PATCH', `/v1/submissions/${spam.id}`, { status: 'received' });
  expect(released).toMatchObject({ status: 200, body: { status: 'received' } });
  const { body: after } = await service.manage('GET', '/v1/usage');
  expect(after.submissions.used).toBe(Number(before.submissions.used) + 1);
  expect(await list('status=received')).toHaveLength(2);

  const headers = { authorization: `Bearer ${service.outputs.management_key}` };
  const exported = await service.request(`/v1/forms/${form.id}/submissions/export`, { headers });
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await exported.text()).split('\r\n')).toHaveLength(4);

  const deleted = await service.manage('DELETE', `/v1/submissions/${spam.id}`);
  expect(deleted).toEqual({ status: 204, body: undefined });
  expect(await list('')).toHaveLength(1);
  await receiver.until(1);

  expect((await service.manage('DELETE', `/v1/forms/${form.id}`)).status).toBe(204);
  expect((await service.manage('GET', `/v1/forms/${form.id}`)).status).toBe(404);
  expect(await post(form.slug, { name: 'Late' })).toBe(404);
  // The audit log keeps the deletion event for 400 days, counters expire on their own, and the form job waits
  // for late writes.
  const staying = /AuditEvents|Counters|FormJobs/;
  for (;;) {
    const left = (await tablesWith(form.id)).filter((name) => !staying.test(name));
    if (left.length === 0) break;
    await pause(100);
  }
});

it.concurrent(
  "deletes a submission with its files when its form's retention ends",
  async () => {
    const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Short', retention_days: 3 });
    const body = new FormData();
    body.append('cv', new Blob(['%PDF-1.7']), 'cv.pdf');
    const posted = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
    const { id, received_at } = (await posted.json()) as { id: string; received_at: string };
    const { body: shown } = await service.manage('GET', `/v1/submissions/${id}`);
    const atBucket = (await service.request(shown.attachments[0].url)).headers.get('location')!;
    expect((await fetchUnchecked(atBucket)).status).toBe(200);

    const stored = { TableName: submissionsTable, Key: { form_id: form.id, submission_id: id } };
    const days = 3 * 24 * 60 * 60;
    const { Item } = await tables.send(new GetCommand(stored));
    expect(Item).toMatchObject({ expires_at: Math.floor(Date.parse(received_at) / 1000) + days });
    const threeDaysEarlier = { ':days': days };
    const UpdateExpression = 'SET expires_at = expires_at - :days';
    await tables.send(
      new UpdateCommand({ ...stored, UpdateExpression, ExpressionAttributeValues: threeDaysEarlier }),
    );

    expect((await service.manage('GET', `/v1/submissions/${id}`)).status).toBe(404);
    // The runner deletes expired items. The stream then invokes the function that deletes the file.
    while ((await fetchUnchecked(atBucket)).status !== 404) await pause(250);
    expect((await tables.send(new GetCommand(stored))).Item).toBeUndefined();
  },
  60_000,
);

it.concurrent(
  "counts unread submissions, and changes the list's tag",
  async () => {
    const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Counted' });
    const authorization = `Bearer ${service.outputs.management_key}`;
    const path = `/v1/forms/${form.id}/submissions`;
    const ask = (etag = '') => service.request(path, { headers: { authorization, 'if-none-match': etag } });
    const tagOf = async (response: Promise<Response>) => (await response).headers.get('etag') ?? '';
    // The other tests of this file change the same account, which changes the tag too.
    let empty: string;
    do empty = await tagOf(ask());
    while ((await ask(empty)).status !== 304);
    expect(await post(form.slug, { name: 'Ada' })).toBe(201);
    const counts = async () => (await service.manage('GET', `/v1/forms/${form.id}`)).body.counts;
    const until = async (unread: number) => {
      while ((await counts()).unread !== unread) await pause(50);
    };
    await until(1);
    expect(await counts()).toEqual({ unread: 1, open: 1, received_30d: 1, spam_30d: 0 });
    while ((await ask(empty)).status === 304) await pause(50);
    const { body: list } = await service.manage('GET', path);
    const full = await tagOf(ask());
    await service.manage('PATCH', `/v1/submissions/${list.data[0].id}`, { read: true });
    expect((await ask(full)).status).toBe(200);
    await until(0);
    expect(await counts()).toEqual({ unread: 0, open: 1, received_30d: 1, spam_30d: 0 });
  },
  30_000,
);

it.concurrent(
  'spreads a hot form over several partitions, and lists, exports, changes and deletes its submissions',
  async () => {
    const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Hot', rate_limit: 1000 });
    const ids: string[] = [];
    const send = async (text: string): Promise<string> => {
      const body = new URLSearchParams({ text });
      const posted = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
      const { id } = (await posted.json()) as { id: string };
      ids.push(id);
      return id;
    };
    // Each submission uses about 60 write units, so even a slow machine exceeds 500 units per second. At this rate,
    // the service spreads the form.
    await Promise.all(Array.from({ length: 60 }, (_, index) => send(`${index} `.repeat(20_000))));
    // The ids of submissions in other partitions end like this (docs/decisions/0054).
    while (!/P1ECE0F[1-7]$/.test(await send('later'))) await pause(250);
    const { body: list } = await service.manage('GET', `/v1/forms/${form.id}/submissions?limit=100`);
    expect(list.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted().slice(-100));

    const headers = { authorization: `Bearer ${service.outputs.management_key}` };
    const exported = await service.request(`/v1/forms/${form.id}/submissions/export`, { headers });
    expect((await exported.text()).trim().split('\r\n')).toHaveLength(ids.length + 1);
    const spread = ids.at(-1)!;
    const changed = await service.manage('PATCH', `/v1/submissions/${spread}`, { read: true });
    expect(changed).toMatchObject({ status: 200, body: { id: spread, read_at: expect.any(String) } });
    expect((await service.manage('DELETE', `/v1/submissions/${spread}`)).status).toBe(204);
    const total = async () => (await service.manage('GET', `/v1/forms/${form.id}`)).body.counts.received_30d;
    while ((await total()) !== ids.length) await pause(250);
    expect(await tablesWith(form.id)).toContain(submissionsTable);
    expect((await service.manage('DELETE', `/v1/forms/${form.id}`)).status).toBe(204);
    while ((await tablesWith(form.id)).includes(submissionsTable)) await pause(250);
  },
  60_000,
);
