/**
 * Tests that a deleted submission leaves no traces where an endpoint's response or an e-mail repeated its
 * content.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';
import type { ServiceUnderTest } from '../../support/service/service.ts';
import { sharedServiceAccount } from '../../support/service/shared-service.ts';

/** Content of the submission, which the endpoint repeats in its response. */
const SECRET = 'my diagnosis is private';

/** Maximum time until all traces of the submission are deleted, in milliseconds. */
const GONE_WITHIN = 15_000;
/**
 * Maximum wait in milliseconds. Long enough for deliveries and the deletion of expired items on a busy
 * machine.
 */
const ARRIVES_WITHIN = 60_000;

let service: ServiceUnderTest;
let client: DynamoDBClient;
let db: DynamoDBDocumentClient;
let outputs: Readonly<Record<string, string>>;
let server: Server;
let url: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  const local = localOutputs(service.folder);
  outputs = local.outputs;
  client = new DynamoDBClient(clientFor(local.endpoints?.dynamodb));
  db = DynamoDBDocumentClient.from(client);
  server = createServer((request, response) => {
    void buffer(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const rowsOf = async (table: string, text: string): Promise<Record<string, any>[]> => {
  const { Items = [] } = await db.send(new ScanCommand({ TableName: outputs[table], ConsistentRead: true }));
  return Items.filter((item) => JSON.stringify(item).includes(text));
};

/** Polls until the table items match. */
async function until(
  table: string,
  text: string,
  isRight: (rows: Record<string, any>[]) => boolean,
  within = ARRIVES_WITHIN,
): Promise<Record<string, any>[]> {
  const before = Date.now();
  for (;;) {
    const rows = await rowsOf(table, text);
    if (isRight(rows)) return rows;
    if (Date.now() - before > within) throw new Error(`${table}: ${JSON.stringify(rows)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function newForm() {
  const { body: form } = await service.manage('POST', '/v1/forms', {
    name: 'Practice',
    rate_limit: 1000,
    notify_emails: ['owner@example.com'],
  });
  const webhook = (await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url })).body;
  return { form, webhook };
}

async function post(slug: string): Promise<string> {
  const sent = { method: 'POST', body: new URLSearchParams({ message: SECRET }) };
  return ((await (await service.request(`/v1/f/${slug}`, sent)).json()) as { id: string }).id;
}

/** Submits the form and waits until the endpoint has repeated the submission and the e-mail is recorded. */
async function delivered() {
  const { form, webhook } = await newForm();
  const id = await post(form.slug);
  await until('DeliveriesTable', id, (rows) => rows.some((row) => JSON.stringify(row).includes(SECRET)));
  await until('EmailsTable', id, (rows) => rows.length === 1);
  return { form, webhook, id };
}

/** Checks that no record of the submission remains, apart from its delivery without the response excerpts. */
async function expectGone(id: string): Promise<void> {
  const [delivery] = await until(
    'DeliveriesTable',
    id,
    (rows) => rows.length === 1 && !JSON.stringify(rows).includes(SECRET),
    GONE_WITHIN,
  );
  expect(delivery!['log']).toMatchObject([{ attempt: 1, status_code: 200, response_excerpt: null }]);
  await until('EmailsTable', id, (rows) => rows.length === 0, GONE_WITHIN);
}

it.concurrent(
  'leaves no trace of a submission after its deletion',
  async () => {
    const { webhook, id } = await delivered();
    expect((await service.manage('DELETE', `/v1/submissions/${id}`)).status).toBe(204);
    await expectGone(id);
    const { body } = await service.manage('GET', `/v1/webhooks/${webhook.id}/deliveries`);
    expect(body.data).toMatchObject([{ submission_id: id, status: 'succeeded' }]);
    expect(body.data[0]).not.toHaveProperty('submission_deleted');
  },
  180_000,
);

it.concurrent(
  'leaves no trace of a submission after a bulk deletion',
  async () => {
    const { id } = await delivered();
    await service.manage('POST', '/v1/submissions/bulk', { ids: [id], action: 'delete' });
    await expectGone(id);
  },
  180_000,
);

it.concurrent(
  'leaves no trace of a submission after it expires',
  async () => {
    const { form, id } = await delivered();
    await db.send(
      new UpdateCommand({
        TableName: outputs['SubmissionsTable'],
        Key: { form_id: form.id, submission_id: id },
        UpdateExpression: 'SET expires_at = :past',
        ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 60 },
      }),
    );
    await until('SubmissionsTable', id, (rows) => rows.length === 0);
    await expectGone(id);
  },
  180_000,
);

it.concurrent(
  'leaves no trace of a submission even if its webhook was deleted first',
  async () => {
    const { webhook, id } = await delivered();
    expect((await service.manage('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(204);
    await service.manage('DELETE', `/v1/submissions/${id}`);
    await expectGone(id);
  },
  180_000,
);
