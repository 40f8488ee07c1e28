/** Tests the n8n package's files, credentials and trigger with a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { nodeFunctions, type NodeSettings } from '../support/n8n/node-functions.ts';
import { webhookOf } from '../support/n8n/webhook-server.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { installed, service, n8n, withKey, newForm, chosen, post } from './n8n-package-fixture.ts';

const webhooksOf = async (formId: string): Promise<any[]> =>
  (await service.manage('GET', `/v1/forms/${formId}/webhooks`)).body.data;

/** Simulates n8n's calls to a workflow's trigger when the workflow is activated, deactivated and tested. */
function trigger(parameters: NodeSettings['parameters'], settings: Partial<NodeSettings> = {}) {
  const node = installed.nodes['svcFormsTrigger']!;
  const staticData: IDataObject = {};
  const functions = nodeFunctions(installed, {
    parameters,
    credentials: withKey(),
    staticData,
    webhookUrl: n8n.url,
    ...settings,
  });
  const methods = node.webhookMethods!.default!;
  return {
    staticData,
    warnings: functions.warnings,
    listen: () => n8n.register(webhookOf(node, functions.webhook)),
    checkExists: () => methods.checkExists.call(functions.hook),
    create: () => methods.create.call(functions.hook),
    delete: () => methods.delete.call(functions.hook),
  };
}

it('contains the files that it needs and has no dependencies', () => {
  const contents = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8'));
  expect(contents.dependencies).toBeUndefined();
  expect(Object.keys(installed.nodes)).toEqual(['svcForms', 'svcFormsTrigger']);
  expect(Object.keys(installed.credentials)).toEqual(['svcFormsApi', 'svcFormsOAuth2Api']);
  for (const node of Object.values(installed.nodes)) {
    const { light, dark } = node.description.icon as { light: string; dark: string };
    for (const icon of [light, dark]) {
      const file = join(installed.folder, 'dist/nodes/SvcForms', icon.replace('file:', ''));
      expect(readFileSync(file, 'utf8')).toContain('<svg');
    }
  }
});

it('tests a key by requesting the current caller', async () => {
  const { request, rules } = installed.credentials['svcFormsApi']!.test!;
  expect(request.url).toBe('/v1/me');
  const { body } = await service.manage('GET', '/v1/me');
  // The credential test refuses keys with a single scope, because these are submission keys.
  expect(rules).toMatchObject([{ properties: { key: 'scopes.length', value: 1 } }]);
  expect(body.scopes.length).toBeGreaterThan(1);
});

it("lists the account's forms and each form's fields with their types", async () => {
  const formId = await newForm('Offered to n8n');
  const { loadOptions } = nodeFunctions(installed, {
    parameters: { formId: chosen(formId) },
    credentials: withKey(),
  });
  const { listSearch, resourceMapping } = installed.nodes['svcForms']!.methods!;
  expect(await listSearch!['searchForms']!.call(loadOptions, 'offered TO')).toEqual({
    results: [{ name: 'Offered to n8n', value: formId }],
  });
  const mapped = await resourceMapping!['mapFormFields']!.call(loadOptions);
  expect(mapped.fields.map(({ id, type }) => [id, type])).toEqual([
    ['email', 'string'],
    ['seats', 'number'],
    ['newsletter', 'boolean'],
    ['days', 'array'],
    ['start', 'string'],
    ['zip', 'string'],
  ]);
});

it('creates a webhook, runs once for a verified submission, and deletes the webhook', async () => {
  const formId = await newForm('Activated');
  const workflow = trigger({ formId: chosen(formId) }, { workflowName: 'New leads' });
  expect(await workflow.checkExists()).toBe(false);
  expect(await workflow.create()).toBe(true);
  expect(await webhooksOf(formId)).toMatchObject([{ url: n8n.url, name: 'n8n: New leads', enabled: true }]);
  expect(await workflow.checkExists()).toBe(true);
  workflow.listen();

  const runsBefore = (await n8n.untilRuns(0)).length;
  const answeredBefore = n8n.requests.length;
  const id = await post(formId, {
    email: 'ada@example.com',
    seats: 3,
    newsletter: 'on',
    days: ['mon', 'tue'],
    start: '2026-11-30',
    zip: '01234',
  });
  const [item] = (await n8n.untilRuns(runsBefore + 1)).slice(runsBefore);
  expect(item).toEqual({
    submission_id: id,
    form_id: formId,
    payload: {
      email: 'ada@example.com',
      seats: 3,
      newsletter: true,
      days: ['mon', 'tue'],
      start: '2026-11-30',
      zip: '01234',
    },
    files: [],
    delivery_id: expect.stringMatching(/^whd_/),
    created_at: expect.stringMatching(/Z$/),
  });

  const replay = await service.manage('POST', `/v1/deliveries/${item!['delivery_id'] as string}/replay`);
  expect(replay.body).toMatchObject({ status: 'succeeded' });
  expect(n8n.requests.slice(answeredBefore).map(({ status }) => status)).toEqual([200, 200]);
  expect((await n8n.untilRuns(0)).length).toBe(runsBefore + 1);

  const { headers, body } = n8n.requests[answeredBefore]!;
  const forged = await fetch(n8n.url, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: body.toString().replace('ada@', 'eve@'),
  });
  expect(forged.status).toBe(401);
  expect((await n8n.untilRuns(0)).length).toBe(runsBefore + 1);

  expect(await workflow.delete()).toBe(true);
  expect(await webhooksOf(formId)).toEqual([]);
  expect(workflow.staticData['webhook']).toBeUndefined();
  expect(await workflow.delete()).toBe(true);
});

it('enables a disabled webhook and detects a deleted one', async () => {
  const formId = await newForm('Disabled');
  const workflow = trigger({ formId: chosen(formId) });
  await workflow.create();
  const [{ id }] = (await webhooksOf(formId)) as [{ id: string }];
  await service.manage('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  expect(await workflow.checkExists()).toBe(true);
  expect(await webhooksOf(formId)).toMatchObject([{ id, enabled: true }]);
  await service.manage('DELETE', `/v1/webhooks/${id}`);
  expect(await workflow.checkExists()).toBe(false);
});

it('creates a new webhook if the form changes and otherwise reuses the existing one', async () => {
  const [first, second] = [await newForm('First choice'), await newForm('Second choice')];
  const workflow = trigger({ formId: chosen(first) });
  await workflow.create();
  const changed = trigger({ formId: chosen(second) }, { staticData: workflow.staticData });
  expect(await changed.checkExists()).toBe(false);
  expect(await webhooksOf(first)).toEqual([]);
  await changed.create();

  const [{ id }] = (await webhooksOf(second)) as [{ id: string }];
  const restored = trigger({ formId: chosen(second) });
  expect(await restored.create()).toBe(true);
  expect(restored.staticData['webhook']).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
  expect(restored.staticData['webhook']).not.toEqual(workflow.staticData['webhook']);
  await restored.delete();
});

it("sets its webhook's filter and updates it when the option changes", async () => {
  const formId = await newForm('Filtered');
  const filtered = (filter: unknown, settings: Partial<NodeSettings> = {}) =>
    trigger({ formId: chosen(formId), options: { filter } }, settings);
  const workflow = filtered('{"all": [{"field": "seats", "op": "greater_than", "value": 2}]}');
  await workflow.create();
  const [first] = (await webhooksOf(formId)) as [{ id: string; version: number }];
  expect(first).toMatchObject({ filter: { all: [{ field: 'seats', op: 'greater_than', value: 2 }] } });
  const { staticData } = workflow;
  const reordered = { all: [{ value: 2, op: 'greater_than', field: 'seats' }] };
  expect(await filtered(reordered, { staticData }).checkExists()).toBe(true);
  expect(await webhooksOf(formId)).toEqual([first]);
  expect(await filtered('', { staticData }).checkExists()).toBe(true);
  expect(await webhooksOf(formId)).toMatchObject([{ id: first.id, filter: null }]);
  await expect(filtered('seats > 2').create()).rejects.toThrow('The filter must be a JSON object');
  await workflow.delete();
});

it('runs for changed and deleted submissions if their events are selected', async () => {
  const formId = await newForm('Followed');
  const asking = (events: string[], settings: Partial<NodeSettings> = {}) =>
    trigger({ formId: chosen(formId), options: { events } }, settings);
  const plain = asking([]);
  await plain.create();
  const [first] = (await webhooksOf(formId)) as [{ id: string; version: number }];
  expect(first).toMatchObject({ events: ['submission.created'] });
  const { staticData } = plain;
  const workflow = asking(['submission.deleted', 'submission.updated'], { staticData });
  expect(await workflow.checkExists()).toBe(true);
  const [second] = (await webhooksOf(formId)) as [{ id: string; version: number }];
  expect(second).toMatchObject({ id: first.id, events: ['submission.updated', 'submission.deleted'] });
  expect(await workflow.checkExists()).toBe(true);
  expect(await webhooksOf(formId)).toEqual([second]);
  workflow.listen();

  const runsBefore = (await n8n.untilRuns(0)).length;
  const id = await post(formId, { email: 'ada@example.com', seats: 3 });
  await service.manage('PATCH', `/v1/submissions/${id}`, { starred: true });
  const updated = (await n8n.untilRuns(runsBefore + 1))[runsBefore];
  const delivery = {
    delivery_id: expect.stringMatching(/^whd_/),
    created_at: expect.stringMatching(/Z$/),
  };
  expect(updated).toEqual({
    event: 'submission.updated',
    data: {
      submission_id: id,
      form_id: formId,
      payload: { email: 'ada@example.com', seats: 3 },
      files: [],
      changed: ['starred'],
      actor: expect.objectContaining({ type: 'key' }),
    },
    ...delivery,
  });
  await service.manage('DELETE', `/v1/submissions/${id}`);
  const deleted = (await n8n.untilRuns(runsBefore + 2))[runsBefore + 1];
  expect(deleted).toEqual({
    event: 'submission.deleted',
    data: {
      submission_id: id,
      form_id: formId,
      deleted_at: expect.stringMatching(/Z$/),
      reason: 'deleted',
    },
    ...delivery,
  });
  await workflow.delete();
  await expect(asking(['delivery.failed']).create()).rejects.toMatchObject({
    description: expect.stringContaining('only available for webhooks of all forms'),
  });
});

it('runs for failed deliveries of all forms if their event is selected', async () => {
  const refusing = await startReceiver(() => 503);
  const formId = await newForm('With a broken webhook');
  const { body: broken } = await service.manage('POST', `/v1/forms/${formId}/webhooks`, {
    url: refusing.url,
  });
  const workflow = trigger({ formScope: 'all', options: { events: ['delivery.failed'] } });
  await workflow.create();
  workflow.listen();
  const runsBefore = (await n8n.untilRuns(0)).length;
  const id = await post(formId, { seats: '1' });
  const items = await n8n.untilRuns(runsBefore + 1);
  expect(items[runsBefore]).toEqual({
    event: 'delivery.failed',
    delivery_id: expect.stringMatching(/^whd_/),
    created_at: expect.stringMatching(/Z$/),
    data: {
      delivery_id: expect.stringMatching(/^whd_/),
      webhook_id: broken.id,
      submission_id: id,
      form_id: formId,
      attempts: 5,
      last_error: 'HTTP 503',
    },
  });
  await workflow.delete();
  await refusing.stop();
});

it("runs a test with a sample without using the active workflow's webhook", async () => {
  const formId = await newForm('Tested');
  const active = trigger({ formId: chosen(formId) });
  await active.create();
  const url = n8n.url.replace('/webhook/', '/webhook-test/');
  const test = trigger(
    { formId: chosen(formId) },
    { mode: 'manual', webhookUrl: url, staticData: structuredClone(active.staticData) },
  );
  test.listen();
  const runsBefore = (await n8n.untilRuns(0)).length;
  expect(await test.checkExists()).toBe(false);
  await test.create();
  const items = await n8n.untilRuns(runsBefore + 1);
  expect(items[runsBefore]).toMatchObject({ form_id: formId, payload: { seats: expect.any(Number) } });
  await test.delete();
  expect(await webhooksOf(formId)).toMatchObject([{ url: n8n.url }]);
  await active.delete();
});

it('runs for the submissions of all forms', async () => {
  const workflow = trigger({ formScope: 'all' });
  await workflow.create();
  workflow.listen();
  const runsBefore = (await n8n.untilRuns(0)).length;
  const formId = await newForm('One of all');
  const id = await post(formId, { seats: '12' });
  const items = await n8n.untilRuns(runsBefore + 1);
  expect(items[runsBefore]).toMatchObject({ submission_id: id, payload: { seats: 12 } });
  await workflow.delete();
  expect((await service.manage('GET', '/v1/webhooks')).body.data).toEqual([]);
});
