/** Tests imports as clients use them: upload, progress, confirmation, and importing exported files. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { clientFor, localOutputs } from '../../cli/service-connection.ts';
import { importFile, startImport, untilImport } from '../support/service/import-file.ts';
import { placesOf } from '../support/service/marker-search.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await sharedServiceAccount();
});

const newForm = async (settings: object = {}): Promise<{ id: string; slug: string }> =>
  (await service.manage('POST', '/v1/forms', { name: 'Import', rate_limit: 1000, ...settings })).body;

const imported = (formId: string, body: object, file: string | Buffer): Promise<any> =>
  importFile(service, formId, body, file);

async function exported(formId: string, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${service.outputs.management_key}` };
  const answer = await service.request(`/v1/forms/${formId}/submissions/export${query}`, { headers });
  // Reading the response as text would remove the byte order mark.
  return Buffer.from(await answer.arrayBuffer()).toString();
}

/** Returns an export without the id column. */
const withoutIds = (csv: string): string => csv.replace(/"sub_[0-9A-Z]+"/g, '"…"');

it('imports a file with errors and skips existing rows when it is imported again', async () => {
  const form = await newForm();
  const file =
    'Name;E-mail;Submitted at;Spam?\r\n' +
    'Ada;ada@example.org;2026-01-31 10:30;\r\n' +
    '"Bob\r\nB.";bob@example.org;01.02.2026 08:00;spam\r\n' +
    'Eve;eve@example.org;03/04/2026;\r\n' +
    'Ada;ada@example.org;2026-01-31 10:30;\r\n';
  const body = {
    format: 'csv',
    mapping: { Name: 'name', 'E-mail': 'email', 'Submitted at': '$received_at', 'Spam?': '$status' },
    time_zone: 'Europe/Berlin',
  };
  const first = await imported(form.id, body, file);
  expect(first).toMatchObject({
    status: 'finished',
    rows: 4,
    imported: 3,
    skipped: 0,
    spam: 1,
    errors: [{ row: 3, column: 'Submitted at' }],
    detected: { encoding: 'utf-8', delimiter: ';' },
    preview: [],
  });
  expect(JSON.stringify(first.errors)).not.toContain('03/04');
  expect(await imported(form.id, body, file)).toMatchObject({ rows: 4, imported: 0, skipped: 3, spam: 0 });
  const { body: list } = await service.manage('GET', `/v1/forms/${form.id}/submissions`);
  expect(list.data).toEqual([
    expect.objectContaining({
      received_at: '2026-02-01T07:00:00.000Z',
      status: 'spam',
      payload: { name: 'Bob\r\nB.', email: 'bob@example.org' },
    }),
    ...[1, 2].map(() =>
      expect.objectContaining({
        received_at: '2026-01-31T09:30:00.000Z',
        source: expect.objectContaining({ imported_from: 'csv', imported_at: expect.any(String) }),
      }),
    ),
  ]);
});

it('waits for confirmation after a dry run', async () => {
  const form = await newForm();
  const ready = await imported(
    form.id,
    { format: 'csv', from: 'formspree', dry_run: true },
    '_date,name\n2026-01-31,Ada\n',
  );
  expect(ready).toMatchObject({
    status: 'ready',
    rows: 1,
    imported: 0,
    mapping: { _date: '$received_at', name: 'name' },
    preview: [
      {
        row: 1,
        received_at: '2026-01-31T00:00:00.000Z',
        status: 'received',
        note: null,
        payload: { name: 'Ada' },
      },
    ],
  });
  expect((await service.manage('GET', `/v1/forms/${form.id}/submissions`)).body.data).toEqual([]);
  expect((await service.manage('POST', `/v1/imports/${ready.id}/confirm`)).status).toBe(202);
  expect(await untilImport(service, ready.id, ['finished'])).toMatchObject({ imported: 1, preview: [] });
  expect((await service.manage('POST', `/v1/imports/${ready.id}/confirm`)).status).toBe(409);
});

/** Submissions that are hard to export: formulas, separators, line breaks, and names of other columns. */
const POSTS = [
  { name: 'Ada', text: '=1+1', note: 'mine' },
  { name: "'=x", text: 'a "quote", a;semicolon\r\nand a line', status: 'new', color: ['red', 'blue'] },
  { text: '', other: '\t@x', id: '7', 'payload.id': '8' },
];

async function filled(): Promise<string> {
  const form = await newForm();
  for (const fields of POSTS) {
    await service.request(`/v1/f/${form.slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  }
  return form.id;
}

it('exports the same CSV after an import into an empty form, apart from the ids', async () => {
  const source = await filled();
  const csv = await exported(source);
  const form = await newForm();
  expect(await imported(form.id, { format: 'csv' }, csv)).toMatchObject({ rows: 3, imported: 3, errors: [] });
  expect(withoutIds(await exported(form.id))).toBe(withoutIds(csv));
});

it('keeps the payload, time, status, and note from an NDJSON export', async () => {
  const source = await filled();
  const { data } = (await service.manage('GET', `/v1/forms/${source}/submissions`)).body;
  await service.manage('PATCH', `/v1/submissions/${data[0].id}`, { status: 'spam', note: 'Call back' });
  const form = await newForm();
  const ndjson = await exported(source, '?format=ndjson');
  expect(await imported(form.id, { format: 'ndjson', from: 'svc' }, ndjson)).toMatchObject({
    imported: 3,
    spam: 1,
  });
  const kept = async (id: string) =>
    (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data.map(
      ({ payload, received_at, status, note }: any) => ({ payload, received_at, status, note }),
    );
  expect(await kept(form.id)).toEqual(await kept(source));
});

it('leaves nothing behind if the form is deleted while rows are being imported', async () => {
  const form = await newForm();
  const marker = 'zqimported8w33';
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},${marker}\n`).join('');
  const { id } = await startImport(service, form.id, { format: 'csv' }, `number,text\n${rows}`);
  const running = await untilImport(service, id, ['importing']);
  expect(running).toMatchObject({ rows: 20_000 });
  const found = async (): Promise<number> =>
    (await service.manage('GET', `/v1/forms/${form.id}/submissions`)).body.data.length;
  for (let count = 0; count === 0; count = await found()) await pause(50);
  expect((await service.manage('GET', `/v1/imports/${id}`)).body.status).toBe('importing');

  expect((await service.manage('DELETE', `/v1/forms/${form.id}`)).status).toBe(204);
  // The deletion job is stored under the form until it has run twice.
  await untilNone(form.id);
  expect((await service.manage('GET', `/v1/imports/${id}`)).status).toBe(404);
  expect((await service.manage('POST', `/v1/imports/${id}/confirm`)).status).toBe(404);
  const nowhere = { tables: [], objects: [], queues: [], logs: [] };
  expect(await placesOf(service.folder, marker)).toEqual(nowhere);
}, 300_000);

/** Polls until the form has no jobs and no imports. */
async function untilNone(formId: string): Promise<void> {
  const { outputs, endpoints } = localOutputs(service.folder);
  const client = new DynamoDBClient(clientFor(endpoints?.dynamodb));
  const before = Date.now();
  for (;;) {
    const { Items = [] } = await DynamoDBDocumentClient.from(client).send(
      new QueryCommand({
        TableName: outputs['FormJobsTable'],
        KeyConditionExpression: 'form_id = :form',
        ExpressionAttributeValues: { ':form': formId },
        ConsistentRead: true,
      }),
    );
    if (Items.length === 0) break;
    if (Date.now() - before > 240_000) throw new Error(JSON.stringify(Items));
    await pause(500);
  }
  client.destroy();
}
