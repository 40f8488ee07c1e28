/** Tests the published Make app and Activepieces piece against the service. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMockActionContext } from '@activepieces/pieces-framework';
import { appConnection, type AppConnection } from '../support/platforms/app-connection.ts';
import { transform } from '../support/platforms/iml.ts';
import { makeAppIn, type MakeApp } from '../support/platforms/make-runtime.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const REDIRECT_URI = 'https://make.example/oauth/cb/app';
const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'svc-test-platforms-'));

/** Packs a package and installs it into `node_modules` in a new folder. */
function install(name: string): string {
  const source = join(ROOT, 'packages', name);
  const [{ filename, name: published }] = JSON.parse(
    execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const installed = join(folder, 'node_modules', published);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  return installed;
}

let service: ServiceUnderTest;
let receiver: Receiver;
let member: AppConnection;
/** Access token of the Make app's connection, which the Activepieces piece also uses. */
let token: string;
let label: string;
let form: { id: string; slug: string };
beforeAll(async () => {
  service = await sharedServiceAccount();
  receiver = await startReceiver(() => 200, ['authorization']);
  member = await appConnection(service, 'Make', REDIRECT_URI);
  token = await connectToMake();
  const { body } = await service.manage('POST', '/v1/forms', {
    name: 'Applications',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email' },
      { name: 'age', type: 'number' },
      { name: 'place', type: 'choice', options: ['Graz', 'Wien'] },
      { name: 'terms', type: 'checkbox' },
      { name: 'resume', type: 'file' },
    ],
  });
  form = body;
  expect((await service.manage('PATCH', `/v1/forms/${form.id}`, { status: 'live' })).status).toBe(200);
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await receiver.stop();
});

/**
 * Connects and refreshes the token as Make does.
 * @returns the access token after the refresh
 */
async function connectToMake(): Promise<string> {
  const app = makeAppIn(join(ROOT, 'packages/make/app'));
  const { authorize, token: redeem, refresh, info } = app.code('connection', 'svcForms', 'communication');
  const scope = {
    parameters: {
      baseUrl: service.baseUrl,
      clientId: member.clientId,
      clientSecret: member.clientSecret,
    },
    oauth: {
      localRedirectUri: REDIRECT_URI,
      scope: app.code('connection', 'svcForms', 'defaultScope'),
      state: 'of Make',
    },
  };
  const temp = transform(authorize.temp, scope);
  const url = new URL(transform(authorize.url, { ...scope, temp }));
  url.search = new URLSearchParams(transform(authorize.qs, { ...scope, temp })).toString();
  const query = Object.fromEntries(await member.allow(url.href));
  expect(query['state']).toBe('of Make');
  const answered = { ...scope, temp: { ...temp, ...transform(authorize.response.temp, { query }) } };
  const { data } = await app.oauth(redeem, answered);
  const expires = data['expires'] as Date;
  expect(transform(refresh.condition, { data })).toBe(false);
  expect(transform(refresh.condition, { data: { expires: new Date(expires.getTime() - 3_500_000) } })).toBe(
    true,
  );
  const next = await app.oauth(refresh, { ...scope, data });
  expect(next.data['accessToken']).not.toBe(data['accessToken']);
  const connection = { ...data, ...next.data };
  const { url: me, headers, response } = info;
  const shown = await app.oauth({ url: me, headers }, { connection });
  label = transform(response.metadata.value, { body: shown.output });
  return next.data['accessToken'] as string;
}

async function postWithFile(name: string): Promise<string> {
  const body = new FormData();
  body.append('name', name);
  body.append('resume', new File(['%PDF-1.7 Ada'], 'Ada.pdf', { type: 'application/pdf' }));
  const posted = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
  return ((await posted.json()) as { id: string }).id;
}
const deliveryOf = (id: string, after: number): Promise<ReceivedWebhook> =>
  receiver.untilOne(({ body, at }) => body.data['submission_id'] === id && at >= after);

/**
 * Creates, changes and deletes a submission.
 * @returns its id, and the deliveries of the last two events
 */
async function changeAndDelete() {
  const id = await postWithFile('Eve');
  const eventOf = (type: string) =>
    receiver.untilOne(({ body }) => body.type === type && body.data['submission_id'] === id);
  await service.manage('PATCH', `/v1/submissions/${id}`, { starred: true });
  const updated = await eventOf('submission.updated');
  await service.manage('DELETE', `/v1/submissions/${id}`);
  return { id, updated, deleted: await eventOf('submission.deleted') };
}
const followed = ['submission.updated', 'submission.deleted'];

describe('the Make app', () => {
  let app: MakeApp;
  let folderOfApp: string;
  let connection: object;
  beforeAll(() => {
    folderOfApp = join(install('make'), 'app');
    app = makeAppIn(folderOfApp);
    connection = { accessToken: token, baseUrl: service.baseUrl };
  });
  const module = (name: string, parameters: object = {}) => app.module(name, { connection, parameters });

  it('contains exactly the files that it lists', () => {
    const { generalCodeFiles, components } = app.definition;
    const named = Object.values(components).flatMap((kind: any) =>
      Object.values(kind).flatMap((component: any) => Object.values(component.codeFiles)),
    );
    const files = (readdirSync(folderOfApp, { recursive: true }) as string[]).filter((name) =>
      name.includes('.'),
    );
    const known = [...Object.values(generalCodeFiles), ...named].map((name) =>
      String(name).slice('./'.length),
    );
    expect([...known, 'makecomapp.json'].toSorted()).toEqual(files.toSorted());
  });

  it('references only its own components and remote procedures', () => {
    const { components } = app.definition;
    const text = (readdirSync(folderOfApp, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folderOfApp, name), 'utf8'))
      .join('\n');
    for (const [, rpc = ''] of text.matchAll(/rpc:\/\/(\w+)/g)) expect(components.rpc).toHaveProperty(rpc);
    for (const kind of ['module', 'webhook', 'rpc'])
      for (const { connection: name, webhook } of Object.values<any>(components[kind])) {
        if (name) expect(components.connection).toHaveProperty(name);
        if (webhook) expect(components.webhook).toHaveProperty(webhook);
      }
    const grouped = JSON.parse(readFileSync(join(folderOfApp, 'modules/groups.json'), 'utf8'));
    const modules = grouped.flatMap((group: { modules: string[] }) => group.modules);
    expect(modules.toSorted()).toEqual(Object.keys(components.module).toSorted());
  });

  it('requests authorization with a PKCE challenge that matches its verifier', () => {
    const { authorize } = app.code('connection', 'svcForms', 'communication');
    const scope = {
      parameters: { baseUrl: 'https://forms.example//', clientId: 'app_1' },
      oauth: { localRedirectUri: REDIRECT_URI, scope: ['read', 'write'], state: 's' },
    };
    const temp = transform(authorize.temp, scope);
    expect(temp.baseUrl).toBe('https://forms.example');
    expect(temp.codeVerifier).toMatch(/^[\w-]{43,128}$/);
    expect(transform(authorize.url, { ...scope, temp })).toBe('https://forms.example/oauth/authorize');
    expect(transform(authorize.qs, { ...scope, temp })).toEqual({
      response_type: 'code',
      client_id: 'app_1',
      redirect_uri: REDIRECT_URI,
      scope: 'read write',
      state: 's',
      code_challenge: createHash('sha256').update(temp.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it("shows the connection's owner", () => {
    expect(label).toBe('Demo (ann@example.com)');
  });

  it("lists the forms and each form's fields with their types", async () => {
    expect(await app.rpc('forms', { connection })).toContainEqual({ label: 'Applications', value: form.id });
    const inputs = await app.rpc('fieldInputs', { connection, parameters: { formId: form.id } });
    expect(inputs).toMatchObject([
      { name: 'name', label: 'Your name', type: 'text', required: true },
      { name: 'email', label: 'email', type: 'text', required: false },
      { name: 'age', type: 'number' },
      { name: 'place', type: 'text', help: 'One of: Graz, Wien' },
      { name: 'terms', type: 'boolean' },
    ]);
    const outputs = await app.rpc('fieldOutputs', { connection, webhook: { formId: form.id } });
    expect(outputs.map(({ name }) => name)).toEqual(['name', 'email', 'age', 'place', 'terms']);
  });

  it('attaches a webhook, accepts only requests with its secret, and detaches it', async () => {
    const attach = app.code('webhook', 'submissions', 'attach');
    const scope = { connection, parameters: { formId: form.id }, webhook: { url: receiver.url } };
    const { data } = await app.component(attach, scope);
    expect(data).toMatchObject({ externalHookId: expect.stringMatching(/^wh_/), formId: form.id });
    const since = Date.now();
    const id = await postWithFile('Ada');
    const { headers, body } = await deliveryOf(id, since);
    const webhook = { ...data, url: receiver.url };
    const heard = app.webhook('submissions', { headers, body, webhook });
    expect(heard).toMatchObject({
      status: 200,
      output: {
        id,
        form_id: form.id,
        fields: { name: 'Ada' },
        files: [{ field: 'resume', name: 'Ada.pdf' }],
      },
    });
    expect(app.webhook('submissions', { headers: {}, body, webhook })).toEqual({ status: 401 });
    const ping = { type: 'webhook.test', data: { sample: true } };
    expect(app.webhook('submissions', { headers, body: ping, webhook })).toEqual({ status: 200 });
    await app.component(app.code('webhook', 'submissions', 'detach'), { connection, webhook });
    expect((await service.manage('GET', `/v1/forms/${form.id}/webhooks`)).body.data).toEqual([]);
  });

  it("sets its webhook's filter", async () => {
    const attach = (filter?: string) =>
      app.component(app.code('webhook', 'submissions', 'attach'), {
        connection,
        parameters: { formId: form.id, filter },
        webhook: { url: `${receiver.url}/filtered` },
      });
    await expect(attach('{"all": []}')).rejects.toThrow('DataError: [422]');
    const { data } = await attach('{"any": [{"field": "name", "op": "in", "value": ["Ada", "Eve"]}]}');
    expect((await service.manage('GET', `/v1/forms/${form.id}/webhooks`)).body.data).toMatchObject([
      { id: data['externalHookId'], filter: { any: [{ field: 'name', op: 'in', value: ['Ada', 'Eve'] }] } },
    ]);
    const detach = app.code('webhook', 'submissions', 'detach');
    await app.component(detach, { connection, webhook: data });
  });

  it('accepts changed and deleted submissions if their events are selected', async () => {
    const attach = async (events?: string[]) => {
      const { data } = await app.component(app.code('webhook', 'submissions', 'attach'), {
        connection,
        parameters: { formId: form.id, events },
        webhook: { url: `${receiver.url}/followed` },
      });
      const { body } = await service.manage('GET', `/v1/webhooks/${data['externalHookId'] as string}`);
      return { webhook: data, events: body.events };
    };
    const detach = (webhook: object) =>
      app.component(app.code('webhook', 'submissions', 'detach'), { connection, webhook });
    const plain = await attach([]);
    expect(plain.events).toEqual(['submission.created']);
    await detach(plain.webhook);
    const { webhook, events } = await attach(followed);
    expect(events).toEqual(followed);
    const { id, updated, deleted } = await changeAndDelete();
    const heard = ({ headers, body }: ReceivedWebhook) =>
      app.webhook('submissions', { headers, body, webhook });
    expect(heard(updated)).toMatchObject({
      status: 200,
      output: {
        id,
        event: 'submission.updated',
        fields: { name: 'Eve' },
        data: { submission_id: id, changed: ['starred'] },
      },
    });
    expect(heard(deleted)).toMatchObject({
      status: 200,
      output: { id, event: 'submission.deleted', data: { submission_id: id, reason: 'deleted' } },
    });
    await detach(webhook);
  });

  it('creates, finds, loads, and changes submissions in the same format', async () => {
    const created = await module('createSubmission', {
      formId: form.id,
      fields: { name: 'Grace Größe', age: 36, terms: true },
    });
    expect(created).toEqual({ id: expect.stringMatching(/^sub_/), form_id: form.id });
    const [found] = await module('searchSubmissions', { words: 'grosse', formId: form.id, limit: 1 });
    expect(found).toMatchObject({
      id: created.id,
      fields: { name: 'Grace Größe', age: '36', terms: 'true' },
      status: 'received',
      starred: false,
    });
    expect(await module('getSubmission', { id: created.id })).toEqual(found);
    expect(await module('updateSubmission', { id: created.id, starred: true, note: 'Call' })).toEqual({
      ...found,
      starred: true,
      note: 'Call',
    });
    expect(await module('searchSubmissions', { limit: 2 })).toHaveLength(2);
    expect(await module('listForms', { words: 'applic', limit: 5 })).toMatchObject([
      { id: form.id, status: 'live' },
    ]);
  });

  it('calls any operation and reports errors', async () => {
    const { statusCode, body } = await module('makeApiCall', {
      url: '/v1/forms',
      method: 'GET',
      qs: [{ key: 'q', value: 'applic' }],
    });
    expect({ statusCode, ids: body.data.map(({ id }: { id: string }) => id) }).toEqual({
      statusCode: 200,
      ids: [form.id],
    });
    await expect(
      module('createSubmission', { formId: form.id, fields: { name: 'Grace', email: 'nobody' } }),
    ).rejects.toThrow(/^DataError: \[422\] .*e-?mail/i);
    await expect(module('getSubmission', { id: 'sub_none' })).rejects.toThrow('RuntimeError: [404]');
  });
});

describe('the Activepieces piece', () => {
  let piece: any;
  let store: Map<string, unknown>;
  beforeAll(async () => {
    const installed = install('activepieces');
    const scope = join(folder, 'node_modules/@activepieces');
    mkdirSync(scope);
    for (const name of ['pieces-framework', 'shared'])
      symlinkSync(join(ROOT, 'node_modules/@activepieces', name), join(scope, name));
    const { main } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(existsSync(join(dirname(installed), 'piece-svc-forms/README.md'))).toBe(true);
    piece = ((await import(join(installed, main))) as { svcForms: unknown }).svcForms;
    store = new Map();
  });
  const context = (propsValue: object, more: object = {}): any => ({
    ...createMockActionContext({ propsValue }),
    auth: { access_token: token, props: { baseUrl: service.baseUrl } },
    store: {
      put: (key: string, value: unknown) => Promise.resolve(store.set(key, value)),
      get: (key: string) => Promise.resolve(store.get(key) ?? null),
      delete: (key: string) => Promise.resolve(store.delete(key)),
    },
    ...more,
  });
  const act = (name: string, props: object, more?: object): Promise<any> =>
    piece.getAction(name).run(context(props, more));

  it('describes its actions and triggers', () => {
    expect(Object.keys(piece.actions())).toEqual([
      'create_submission',
      'get_submission',
      'find_submissions',
      'update_submission',
      'list_forms',
      'download_file',
    ]);
    expect(piece.metadata()).toMatchObject({
      displayName: 'svc-forms',
      auth: {
        authUrl: '{baseUrl}/oauth/authorize',
        pkce: true,
        pkceMethod: 'S256',
        scope: ['read', 'write', 'ingest'],
      },
      triggers: { new_submission: { type: 'WEBHOOK' } },
    });
  });

  it("lists the forms and each form's fields with their types", async () => {
    const { form_id, fields } = piece.getAction('create_submission').props;
    const { auth } = context({});
    const { options } = await form_id.options({ auth }, {});
    expect(options).toContainEqual({ label: 'Applications', value: form.id });
    expect(await fields.props({ auth, form_id: form.id }, {})).toMatchObject({
      name: { type: 'SHORT_TEXT', displayName: 'Your name', required: true },
      age: { type: 'NUMBER', required: false },
      place: { type: 'STATIC_DROPDOWN', options: { options: [{ value: 'Graz' }, { value: 'Wien' }] } },
      terms: { type: 'CHECKBOX' },
    });
  });

  it('starts a flow only for requests signed by the service', async () => {
    const trigger = piece.getTrigger('new_submission');
    const props = { form_id: form.id };
    await trigger.onEnable(context(props, { webhookUrl: receiver.url }));
    const since = Date.now();
    const id = await postWithFile('Ada');
    const { headers, bytes, body } = await deliveryOf(id, since);
    const payload = { headers, rawBody: bytes.toString(), body };
    const output = { id, form_id: form.id, fields: { name: 'Ada' }, files: [{ name: 'Ada.pdf' }] };
    expect(await trigger.run(context(props, { payload }))).toMatchObject([output]);
    const forged = { ...payload, rawBody: payload.rawBody.replace('Ada', 'Eve') };
    expect(await trigger.run(context(props, { payload: forged }))).toEqual([]);
    const parsed = { headers, body: { ...body, data: { ...body.data, payload: { name: 'Eve' } } } };
    expect(await trigger.run(context(props, { payload: parsed }))).toMatchObject([output]);
    const [recent] = await trigger.test(context(props));
    expect(recent).toMatchObject(output);
    await trigger.onDisable(context(props));
    expect((await service.manage('GET', `/v1/forms/${form.id}/webhooks`)).body.data).toEqual([]);
    await trigger.onDisable(context(props));
  });

  it("sets its webhook's filter and removes it if the property is empty", async () => {
    const trigger = piece.getTrigger('new_submission');
    const enable = (filter: unknown) =>
      trigger.onEnable(context({ form_id: form.id, filter }, { webhookUrl: `${receiver.url}/filtered` }));
    const stored = async () => (await service.manage('GET', `/v1/forms/${form.id}/webhooks`)).body.data;
    await enable({ all: [{ field: 'age', op: 'greater_than', value: 17 }] });
    expect(await stored()).toMatchObject([
      { filter: { all: [{ field: 'age', op: 'greater_than', value: 17 }] } },
    ]);
    await enable({});
    expect(await stored()).toMatchObject([{ filter: null }]);
    await expect(enable({ all: [{ field: 'age', op: 'above', value: 17 }] })).rejects.toThrow(
      /^\[422\] .*filter/,
    );
    await trigger.onDisable(context({ form_id: form.id }));
  });

  it('starts a flow for changed and deleted submissions if their events are selected', async () => {
    const trigger = piece.getTrigger('new_submission');
    const props = { form_id: form.id, events: followed };
    await trigger.onEnable(context(props, { webhookUrl: `${receiver.url}/followed` }));
    const { id, updated, deleted } = await changeAndDelete();
    const run = ({ headers, bytes, body }: ReceivedWebhook, given: object, hasBytes = true) =>
      trigger.run(
        context(given, { payload: { headers, body, ...(hasBytes && { rawBody: bytes.toString() }) } }),
      );
    const delivery = { id: expect.stringMatching(/^whd_/), created_at: expect.stringMatching(/Z$/) };
    expect(await run(updated, props)).toEqual([
      {
        ...delivery,
        event: 'submission.updated',
        data: expect.objectContaining({ submission_id: id, payload: { name: 'Eve' }, changed: ['starred'] }),
      },
    ]);
    expect(await run(deleted, props)).toEqual([
      {
        ...delivery,
        event: 'submission.deleted',
        data: expect.objectContaining({ submission_id: id, form_id: form.id, reason: 'deleted' }),
      },
    ]);
    expect(await run(updated, { form_id: form.id })).toEqual([]);
    expect(await run(updated, props, false)).toEqual([]);
    await trigger.onDisable(context(props));
  });

  it('creates, finds, loads, and changes submissions in the same format', async () => {
    const created = await act('create_submission', {
      form_id: form.id,
      fields: { name: 'Linus Maß', email: '', age: 36, terms: true },
    });
    const [found] = await act('find_submissions', { words: 'mass', limit: 3 });
    expect(found).toMatchObject({
      id: created.id,
      fields: { name: 'Linus Maß', age: '36', terms: 'true' },
      status: 'received',
    });
    expect(await act('get_submission', { submission_id: created.id })).toEqual(found);
    const changed = await act('update_submission', {
      submission_id: created.id,
      starred: true,
      note: 'Call',
    });
    expect(changed).toEqual({ ...found, starred: true, note: 'Call' });
    expect(await act('find_submissions', { form_id: form.id, limit: 2 })).toHaveLength(2);
    expect(await act('list_forms', {})).toContainEqual(
      expect.objectContaining({ id: form.id, status: 'live' }),
    );
    await expect(
      act('create_submission', { form_id: form.id, fields: { name: 'Linus', email: 'nobody' } }),
    ).rejects.toThrow(/^\[422\] .*email: /);
  });

  it('downloads a file', async () => {
    const id = await postWithFile('Mary');
    const { files } = await act('get_submission', { submission_id: id });
    const written: unknown[] = [];
    const write = ({ fileName, data }: { fileName: string; data: Buffer }) => {
      written.push(fileName, data.toString());
      return Promise.resolve('file://1');
    };
    const props = { submission_id: id, file_id: files[0].id };
    expect(await act('download_file', props, { files: { write } })).toEqual({
      name: 'Ada.pdf',
      content_type: 'application/pdf',
      size: 12,
      file: 'file://1',
    });
    expect(written).toEqual(['Ada.pdf', '%PDF-1.7 Ada']);
  });
});
