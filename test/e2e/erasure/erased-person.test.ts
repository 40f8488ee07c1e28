/**
 * Tests that an erasure removes all of a person's data. The test sends a marker on every path into the
 * service, finds it in each place that stores it, and checks that the erasure removes it from all of them.
 */
import { ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';
import { fetchUnchecked } from '../../support/service/fetch-unchecked.ts';
import { importFile } from '../../support/service/import-file.ts';
import { placesOf, type Places } from '../../support/service/marker-search.ts';
import { indexForm } from '../../support/service/small-index.ts';
import { startService, type RunningService } from '../../support/service/service.ts';
import { untilMails } from '../../support/receivers/mail-folder.ts';

const MARKER = 'zqmarker7x41';
const ADDRESS = `${MARKER}@example.org`;

interface Told {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

let service: RunningService;
let server: Server;
let url: string;
/** Requests to the webhook. */
const told: Told[] = [];
/** While this is set, the endpoint waits before it responds. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  service = await startService();
  server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      told.push(JSON.parse(body.toString()) as Told);
      await held;
      // The endpoint echoes the request, so that the response excerpt contains the marker.
      response.writeHead(request.url === '/failing' ? 500 : 200).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

const post = async (
  slug: string,
  body: string | FormData | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<string> => {
  const response = await service.request(`/v1/f/${slug}`, { method: 'POST', body, headers });
  expect(response.ok).toBe(true);
  return ((await response.json()) as { id: string }).id;
};

/** Polls until the value matches. */
async function until<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  withinMs = 60_000,
): Promise<Value> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (Date.now() > end) throw new Error(`Not right after ${withinMs} ms: ${JSON.stringify(value)}`);
    await pause(200);
  }
}

async function newForm(): Promise<{ id: string; slug: string }> {
  const { status, body } = await service.manage('POST', '/v1/forms', {
    name: 'Practice',
    rate_limit: 1000,
    notify_emails: ['owner@example.com', ADDRESS],
    autoresponder: { enabled: true, subject: 'Thanks', text: 'We have read:\n{{message}}' },
    spam: { mode: 'file', blocked: ['casino palace'], allowed: [ADDRESS] },
  });
  expect(status).toBe(201);
  const [request] = await untilMails(
    join(service.folder, 'mail'),
    1,
    ({ to }) => to?.[0]?.address === ADDRESS,
  );
  const [link = ''] = /http:\S+\/v1\/confirmations\/\S+/.exec(request!.text!) ?? [];
  expect((await service.request(new URL(link).pathname, { method: 'POST' })).status).toBe(200);
  return body as { id: string; slug: string };
}

async function upload(slug: string): Promise<string> {
  const content = `The content of ${MARKER}`;
  const headers = { 'content-type': 'application/json' };
  const asked = await service.request(`/v1/f/${slug}/uploads`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      field: 'cv',
      name: `${MARKER}.txt`,
      content_type: 'text/plain',
      size: content.length,
    }),
  });
  const ticket = (await asked.json()) as { upload_id: string; url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'cv.txt');
  expect((await fetchUnchecked(ticket.url, { method: 'POST', body: form })).status).toBe(204);
  return ticket.upload_id;
}

/** Keeps a copy of a large export in the bucket, as an export of more than 5 MB does. */
async function keepExport(owner: string): Promise<void> {
  const { endpoints } = localOutputs(service.folder);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: true });
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const Bucket = Buckets.map(({ Name = '' }) => Name).find((name) => /exports/i.test(name));
  await s3.send(new PutObjectCommand({ Bucket, Key: `${owner}/a-large-export`, Body: `id,${MARKER}` }));
  s3.destroy();
}

async function finished(id: string): Promise<any> {
  const { body } = await until(
    () => service.manage('GET', `/v1/data-requests/${id}`),
    (read) => ['finished', 'failed'].includes(read.body.status),
    300_000,
  );
  expect(body).toMatchObject({ status: 'finished' });
  return body;
}

const NOWHERE: Places = { tables: [], objects: [], queues: [], logs: [] };

it('leaves no trace of the person in any table, object version, queue, or log file', async () => {
  const form = await newForm();
  const events = ['submission.created', 'submission.updated', 'submission.deleted'];
  for (const path of ['', '/failing'])
    await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url: `${url}${path}`, events });
  await service.manage('POST', '/v1/members', { email: ADDRESS, role: 'editor' });

  // Every path into the service: a form, JSON, files, an upload, headers, spam, a note, a reply and imports.
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  const first = await post(form.slug, new URLSearchParams({ email: ADDRESS, message: `Call ${MARKER}` }), {
    'idempotency-key': `key of ${MARKER}`,
    referer: `https://site.example/?from=${MARKER}`,
  });
  // While the endpoint waits, the message with the payload is in the queue.
  await until(
    () => placesOf(service.folder, MARKER),
    ({ queues }) => queues.some((name) => name.includes('Deliveries')),
  );
  answer();
  held = undefined;
  const json = { 'content-type': 'application/json' };
  const second = await post(form.slug, JSON.stringify({ text: `<${ADDRESS}>`, message: MARKER }), json);
  const withFile = new FormData();
  withFile.append('email', ADDRESS.toUpperCase());
  withFile.append('cv', new Blob([`About ${MARKER}`], { type: 'text/plain' }), `${MARKER}.txt`);
  const third = await post(form.slug, withFile);
  const uploadId = await upload(form.slug);
  const fourth = await post(form.slug, JSON.stringify({ email: ADDRESS, _uploads: [uploadId] }), json);
  await post(form.slug, new URLSearchParams({ email: ADDRESS, message: `The casino palace of ${MARKER}` }));
  const other = await post(form.slug, new URLSearchParams({ email: 'other@example.org', message: 'Hello' }));
  const noted = await post(form.slug, new URLSearchParams({ message: 'Hello again' }));
  const note = { note: `Belongs to ${ADDRESS}` };
  expect((await service.manage('PATCH', `/v1/submissions/${noted}`, note)).status).toBe(200);
  const reply = { text: `Dear ${MARKER}, thank you.` };
  expect((await service.manage('POST', `/v1/submissions/${first}/replies`, reply)).status).toBe(202);
  const header = 'Email,Message,Date\n';
  const file = `${header}${ADDRESS},Imported ${MARKER},2020-05-04 10:00\n`;
  expect(await importFile(service, form.id, { format: 'csv' }, file)).toMatchObject({ imported: 1 });
  const listedImport = await service.manage(
    'GET',
    `/v1/forms/${form.id}/submissions?until=2021-01-01T00:00:00Z`,
  );
  expect(listedImport.body.data).toMatchObject([{ source: { imported_from: 'csv' } }]);
  const imported: string = listedImport.body.data[0].id;
  const nextFile = `${header}${ADDRESS},Not yet imported ${MARKER},2020-05-05 10:00\n`;
  const waiting = await importFile(service, form.id, { format: 'csv', dry_run: true }, nextFile);
  expect(waiting).toMatchObject({ status: 'ready', rows: 1 });
  await keepExport(form.id);
  await indexForm(service.folder, form.id);
  await untilMails(
    join(service.folder, 'mail'),
    1,
    ({ to, text }) => to?.[0]?.address === ADDRESS && text?.includes('Dear') === true,
  );
  // The response to a spam submission doesn't contain its id.
  const listed = await service.manage('GET', `/v1/forms/${form.id}/submissions?status=spam`);
  expect(listed.body.data).toHaveLength(1);
  const spam: string = listed.body.data[0].id;

  const exported = await service.manage('POST', '/v1/data-requests', { kind: 'export', email: ADDRESS });
  expect((await finished(exported.body.id)).download_url).toMatch(/^http/);

  // Every one of these places contains the marker.
  const before = await until(
    () => placesOf(service.folder, MARKER),
    ({ tables, objects }) => tables.length >= 8 && objects.length >= 3,
  );
  expect(before.tables).toEqual(
    expect.arrayContaining([
      'DeliveriesTable',
      'EmailsTable',
      'FormJobsTable',
      'FormSlugsTable',
      'FormsTable',
      'MembersTable',
      'RecipientsTable',
      'RepliesTable',
      'SubmissionsTable',
    ]),
  );
  expect(before.objects).toEqual(
    expect.arrayContaining([
      expect.stringContaining(form.id),
      expect.stringContaining('/uploads'),
      expect.stringContaining('/data-requests'),
      expect.stringContaining('/imports'),
      expect.stringContaining('/search'),
    ]),
  );
  expect(before.logs).toEqual([]);

  const asked = await service.manage('POST', '/v1/data-requests', { kind: 'erase', email: ADDRESS });
  expect(asked.status).toBe(202);
  const ready = await until(
    () => service.manage('GET', `/v1/data-requests/${asked.body.id}`),
    ({ body }) => body.status === 'ready',
  );
  expect(ready.body.counts).toMatchObject({ submissions: 7, spam: 1, files: 2 });
  // The address is on the form's list of trusted senders. An erasure doesn't change this list, so remove the
  // address manually.
  expect(ready.body.unchanged.spam_lists).toEqual([{ form_id: form.id, list: 'allowed' }]);
  await service.manage('PATCH', `/v1/forms/${form.id}`, {
    spam: { mode: 'file', blocked: ['casino palace'], allowed: [] },
  });
  const confirmed = await service.manage('POST', `/v1/data-requests/${asked.body.id}/confirm`);
  expect(confirmed).toMatchObject({ status: 202, body: { status: 'erasing' } });
  // Meanwhile, the person submits the form again.
  const meanwhile = await post(form.slug, new URLSearchParams({ email: ADDRESS, message: MARKER }));
  const done = await finished(asked.body.id);

  const after = await until(
    () => placesOf(service.folder, MARKER),
    ({ queues }) => queues.length === 0,
  );
  expect(after).toEqual(NOWHERE);
  for (const id of [first, second, third, fourth, spam, noted, imported, meanwhile])
    expect((await service.manage('GET', `/v1/submissions/${id}`)).status).toBe(404);
  expect((await service.manage('GET', `/v1/submissions/${other}`)).status).toBe(200);
  expect((await service.manage('GET', `/v1/imports/${waiting.id}`)).body).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('data was erased'),
    preview: [],
  });
  expect((await service.manage('GET', `/v1/forms/${form.id}`)).body.notify_emails).toMatchObject([
    { address: 'owner@example.com' },
  ]);
  expect((await service.manage('GET', `/v1/data-requests/${exported.body.id}`)).body).not.toHaveProperty(
    'download_url',
  );

  expect(done).toMatchObject({ email: null, terms: null, note: null });
  expect(done.certificate).toMatchObject({
    kind: 'erase',
    counts: { submissions: 8, spam: 1, files: 2, recipients: ready.body.counts.recipients },
    searched_until: done.searched_until,
    finished_at: done.finished_at,
    told: { recipients: [{ address: 'owner@example.com' }] },
  });
  expect(Date.parse(done.searched_until)).toBeGreaterThanOrEqual(Date.parse(confirmed.body.searched_until));
  const remains = done.certificate.remains.map(({ what }: { what: string }) => what);
  // No message or stream record failed.
  expect(remains).toEqual([
    'Change records of the tables (DynamoDB Streams)',
    'Log lines, which contain ids but no values',
    'Backups of the tables (point-in-time recovery), which only the operator can restore',
  ]);

  // Webhooks are notified of each accepted submission that was erased.
  const reasons = await until(
    () => Promise.resolve(told.filter(({ type }) => type === 'submission.deleted')),
    (found) => new Set(found.map(({ data }) => data['submission_id'])).size === 7,
  );
  expect(reasons.every(({ data }) => data['reason'] === 'erased')).toBe(true);
}, 600_000);
