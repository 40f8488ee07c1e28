/**
 * Tests the nodes in a real n8n: activates them, runs them with real deliveries, tests them with a sample,
 * and deactivates them.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/browser/eventually.ts';
import { startN8n, type RunningN8n } from '../support/n8n/running-n8n.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const TRIGGER = '@svc-forms/n8n-nodes-svc-forms.svcFormsTrigger';
const ACTION = '@svc-forms/n8n-nodes-svc-forms.svcForms';

let service: RunningService;
/** Undefined if n8n failed to start. */
let started: RunningN8n | undefined;
let n8n: RunningN8n;
let credential: { id: string; name: string };
let formId: string;

/** Reports from the last node of each workflow, with the name of the test step. */
const reports: { step: string; body: any }[] = [];
const waiting = new Set<() => void>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    reports.push({ step: request.url!.slice(1), body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.end('{}');
    for (const look of waiting) look();
  });
});
const reported = (step: string): Promise<any> =>
  new Promise((resolve) => {
    const look = (): void => {
      const found = reports.find((report) => report.step === step);
      if (!found) return;
      waiting.delete(look);
      resolve(found.body);
    };
    waiting.add(look);
    look();
  });

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  service = await startService();
  started = n8n = await startN8n();
  const form = await service.manage('POST', '/v1/forms', {
    name: 'Leads',
    fields: [
      { name: 'email', type: 'email' },
      { name: 'seats', type: 'number' },
      { name: 'newsletter', type: 'checkbox' },
      { name: 'cv', type: 'file' },
    ],
  });
  formId = form.body.id;
  credential = await n8n.call('POST', '/rest/credentials', {
    name: 'Our forms',
    type: 'svcFormsApi',
    data: { baseUrl: service.baseUrl, apiKey: service.outputs.management_key },
  });
}, 300_000);
afterAll(async () => {
  await started?.stop();
  receiver.closeAllConnections();
  receiver.close();
  expect(await service.stop()).toBe(0);
}, 60_000);

const credentials = () => ({ svcFormsApi: { id: credential.id, name: credential.name } });
const chosen = () => ({ __rl: true, mode: 'list', value: formId });

function node(name: string, type: string, parameters: object): object {
  const webhookId = type === TRIGGER && { webhookId: randomUUID() };
  const ours = type === TRIGGER || type === ACTION;
  return {
    id: randomUUID(),
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    ...webhookId,
    // If one of our nodes fails, the workflow continues with the service's error as the node's output.
    ...(ours && { credentials: credentials(), onError: 'continueRegularOutput' }),
  };
}

/** Returns a node that reports its input: the JSON, and the file's name and size. */
function report(step: string): object {
  const { port } = receiver.address() as AddressInfo;
  return {
    ...node(step, 'n8n-nodes-base.httpRequest', {
      method: 'POST',
      url: `http://127.0.0.1:${port}/${step}`,
      sendBody: true,
      specifyBody: 'json',
      jsonBody:
        '={{ JSON.stringify(Object.assign({}, $json, $binary.data ? { file: $binary.data.fileName } : {})) }}',
    }),
    typeVersion: 4.2,
  };
}

/** Creates a workflow with a trigger that runs each of these actions. A report node follows each action. */
async function newWorkflow(
  name: string,
  trigger: object,
  actions: Readonly<Record<string, object>>,
): Promise<{ id: string; versionId: string }> {
  const to = (target: string) => ({ node: target, type: 'main', index: 0 });
  return n8n.call('POST', '/rest/workflows', {
    name,
    nodes: [
      node('Trigger', TRIGGER, { formId: chosen(), ...trigger }),
      report(`${name}-item`),
      ...Object.entries(actions).flatMap(([step, parameters]) => [
        node(step, ACTION, parameters),
        report(`${name}-${step}`),
      ]),
    ],
    connections: {
      Trigger: { main: [[to(`${name}-item`), ...Object.keys(actions).map(to)]] },
      ...Object.fromEntries(Object.keys(actions).map((step) => [step, { main: [[to(`${name}-${step}`)]] }])),
    },
    settings: { executionOrder: 'v1' },
  });
}

const webhooks = async (): Promise<any[]> =>
  (await service.manage('GET', `/v1/forms/${formId}/webhooks`)).body.data;

it('loads the nodes and tests the credential', async () => {
  const types: { name: string; iconUrl: object }[] = await n8n.call('GET', '/types/nodes.json');
  const ours = types.filter(({ name }) => name.startsWith('@svc-forms/n8n-nodes-svc-forms.'));
  expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining([TRIGGER, ACTION]));
  for (const { iconUrl } of ours)
    for (const path of Object.values(iconUrl))
      expect(await (await fetch(`${n8n.url}/${path as string}`)).text()).toContain('<svg');
  const test = async (apiKey: string) =>
    n8n.call('POST', '/rest/credentials/test', {
      credentials: { ...credential, type: 'svcFormsApi', data: { baseUrl: service.baseUrl, apiKey } },
    });
  expect(await test(service.outputs.management_key)).toMatchObject({ status: 'OK' });
  expect(await test(service.outputs.submission_key)).toMatchObject({
    status: 'Error',
    message: expect.stringContaining('one scope'),
  });
  expect(await test('svc_mgmt_wrong')).toMatchObject({ status: 'Error' });
});

it('lists the forms and fields', async () => {
  const ask = {
    path: 'parameters.formId',
    nodeTypeAndVersion: { name: ACTION, version: 1 },
    currentNodeParameters: { authentication: 'key', formId: chosen() },
    credentials: credentials(),
  };
  const list = await n8n.call('POST', '/rest/dynamic-node-parameters/resource-locator-results', {
    ...ask,
    methodName: 'searchForms',
    filter: 'lead',
  });
  expect(list).toMatchObject({ results: [{ name: 'Leads', value: formId }] });
  const mapped = await n8n.call('POST', '/rest/dynamic-node-parameters/resource-mapper-fields', {
    ...ask,
    methodName: 'mapFormFields',
  });
  expect(mapped.fields.map(({ id, type }: any) => [id, type])).toEqual([
    ['email', 'string'],
    ['seats', 'number'],
    ['newsletter', 'boolean'],
  ]);
});

it('runs an active workflow for each submission and refuses unsigned requests', async () => {
  const submissionId = '={{ $json.submission_id }}';
  const { id, versionId } = await newWorkflow(
    'active',
    {},
    {
      update: { operation: 'update', submissionId, changes: { starred: true } },
      files: { resource: 'file', operation: 'download', submissionId },
      export: { operation: 'export', formId: chosen(), format: 'csv' },
      create: {
        operation: 'create',
        formId: chosen(),
        fields: { mappingMode: 'defineBelow', value: { email: 'no address' } },
      },
    },
  );
  await n8n.call('POST', `/rest/workflows/${id}/activate`, { versionId });
  const [webhook] = await webhooks();
  expect(webhook).toMatchObject({ name: 'n8n: active', enabled: true });
  expect(webhook.url).toContain(`${n8n.url}/webhook/`);

  const unsigned = await fetch(webhook.url, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);

  const form = new FormData();
  form.append('email', 'ada@example.com');
  form.append('seats', '3');
  form.append('newsletter', 'on');
  form.append('cv', new File(['hello'], 'cv.txt', { type: 'text/plain' }));
  const posted = await service.request(`/v1/f/${formId}`, { method: 'POST', body: form });
  const { id: submitted } = (await posted.json()) as { id: string };

  const payload = { email: 'ada@example.com', seats: 3, newsletter: true };
  expect(await reported('active-item')).toMatchObject({ submission_id: submitted, payload });
  expect(await reported('active-update')).toMatchObject({ id: submitted, starred: true, payload });
  expect(await reported('active-files')).toMatchObject({ name: 'cv.txt', size: 5, file: 'cv.txt' });
  expect(await reported('active-export')).toMatchObject({ form_id: formId, file: `${formId}.csv` });

  expect(await reported('active-create')).toMatchObject({
    error: 'Invalid values',
    description: expect.stringContaining('email: '),
  });

  const { versionId: now } = await n8n.call('GET', `/rest/workflows/${id}`);
  await n8n.call('POST', `/rest/workflows/${id}/deactivate`, { versionId: now });
  expect(await webhooks()).toEqual([]);
});

it('runs a test with a sample and deletes its webhook', async () => {
  const { id } = await newWorkflow('tested', { testEvent: 'sample' }, {});
  const run = await n8n.call('POST', `/rest/workflows/${id}/run`, {
    triggerToStartFrom: { name: 'Trigger' },
  });
  expect(run).toMatchObject({ waitingForWebhook: true });
  expect(await reported('tested-item')).toMatchObject({ form_id: formId, payload: { seats: 3 } });
  expect(await eventually(webhooks, (left) => left.length === 0)).toEqual([]);
});
