/**
 * Tests the Zapier integration as published: packed, installed in a separate folder, and run against the
 * service by Zapier's app tester.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import zapier from 'zapier-platform-core';
import { appConnection } from '../support/platforms/app-connection.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newPkce } from '../support/samples/apps.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const REDIRECT_URI = 'https://zapier.example/dashboard/auth/oauth/return/App1CLIAPI/';
const PACKAGE = join(ROOT, 'packages/zapier');
const folder = mkdtempSync(join(tmpdir(), 'svc-test-zapier-'));

// Zapier's core replaces these functions for the whole process, and Jest runs other test files in the same
// process.
const requests = { http: http.request, https: https.request };

let service: ServiceUnderTest;
let receiver: Receiver;
let app: any;
let run: (perform: unknown, bundle?: object) => Promise<any>;
let authData: { access_token: string; refresh_token: string };
let allow: (authorizeUrl: string) => Promise<URLSearchParams>;
let form: { id: string; slug: string; name: string };

/**
 * Packs the package and installs it into `node_modules` in a new folder, together with the project's copy of
 * its only dependency.
 */
function install(): string {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE, stdio: 'ignore' });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  const installed = join(folder, 'node_modules/@svc-forms/zapier');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed]);
  symlinkSync(
    join(ROOT, 'node_modules/zapier-platform-core'),
    join(folder, 'node_modules/zapier-platform-core'),
  );
  return installed;
}

beforeAll(async () => {
  service = await sharedServiceAccount();
  const installed = install();
  receiver = await startReceiver();
  process.env['BASE_URL'] = service.baseUrl;
  const connection = await appConnection(service, 'Zapier', REDIRECT_URI);
  process.env['CLIENT_ID'] = connection.clientId;
  process.env['CLIENT_SECRET'] = connection.clientSecret;
  allow = connection.allow;
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  app = (await import(join(installed, exports))).default;
  const tester = zapier.createAppTester(app);
  run = (perform, bundle) => tester(perform as any, { authData, ...bundle } as any);
  const { body } = await service.manage('POST', '/v1/forms', {
    name: 'Applications',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email' },
      { name: 'age', type: 'number' },
      { name: 'start', type: 'date' },
      { name: 'place', type: 'choice', options: ['Graz', 'Wien'] },
      { name: 'skills', type: 'choices', options: ['ts', 'go'] },
      { name: 'terms', type: 'checkbox' },
      { name: 'resume', type: 'file' },
    ],
    unknown_fields: 'keep',
  });
  form = body;
  expect((await service.manage('PATCH', `/v1/forms/${form.id}`, { status: 'live' })).status).toBe(200);
}, 120_000);
afterAll(async () => {
  http.request = requests.http;
  https.request = requests.https;
  rmSync(folder, { recursive: true, force: true });
  await receiver.stop();
});

it('is an app that Zapier accepts', async () => {
  const validate = await (zapier as any).createAppHandler(app)({ command: 'validate' });
  expect(validate.results).toEqual([]);
  expect(app.version).toBe(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version);
});

describe('a connection', () => {
  const oauth = () => app.authentication.oauth2Config;

  it('is created with an authorization code and PKCE', async () => {
    const { verifier, challenge } = newPkce();
    const asked = new URL(
      await run(oauth().authorizeUrl, { inputData: { redirect_uri: REDIRECT_URI, state: 'of Zapier' } }),
    );
    // Zapier adds these query parameters itself, because it stores the PKCE verifier.
    asked.searchParams.set('scope', oauth().scope);
    asked.searchParams.set('code_challenge', challenge);
    asked.searchParams.set('code_challenge_method', 'S256');
    const answer = await allow(asked.href);
    expect(answer.get('state')).toBe('of Zapier');
    authData = await run(oauth().getAccessToken, {
      inputData: { code: answer.get('code'), redirect_uri: REDIRECT_URI, code_verifier: verifier },
    });
    expect(authData).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  it('is refreshed, after which its new token works', async () => {
    const next = await run(oauth().refreshAccessToken);
    expect(next.access_token).not.toBe(authData.access_token);
    authData = next;
    expect(await run(app.authentication.test)).toMatchObject({ scopes: ['ingest', 'read', 'write'] });
  });

  it('requests a refresh if the token has expired', async () => {
    const expired = { authData: { ...authData, access_token: 'svc_at_over' } };
    await expect(run(app.authentication.test, expired)).rejects.toMatchObject({ name: 'RefreshAuthError' });
  });

  it('is labeled with the account and its creator', async () => {
    const me = await run(app.authentication.test);
    expect(await run(app.authentication.connectionLabel, { inputData: me })).toBe('Demo (ann@example.com)');
  });
});

describe("the editor's lists", () => {
  it("contain the account's forms, newest first", async () => {
    expect(await run(app.triggers.form_list.operation.perform)).toEqual([
      { id: form.id, name: 'Applications', slug: form.slug },
      expect.objectContaining({ id: service.outputs.form.id }),
    ]);
  });

  it("contain an action's inputs, with types from the chosen form's fields", async () => {
    const inputs = await run(app.creates.create_submission.operation.inputFields[1], {
      inputData: { form_id: form.id },
    });
    expect(inputs).toMatchObject([
      { key: 'field_name', label: 'Your name', required: true, type: 'string' },
      { key: 'field_email', type: 'string', required: false },
      { key: 'field_age', type: 'number' },
      { key: 'field_start', type: 'string', helpText: 'A date, for example 2026-11-30.' },
      { key: 'field_place', type: 'string', choices: ['Graz', 'Wien'] },
      { key: 'field_skills', type: 'string', list: true, choices: ['ts', 'go'] },
      { key: 'field_terms', type: 'boolean' },
      { key: 'field_resume', type: 'file', list: true },
    ]);
    expect(await run(app.creates.create_submission.operation.inputFields[1], { inputData: {} })).toEqual([]);
  });
});

/**
 * Formats a webhook request the way Zapier passes it to an integration: header names have the prefix `Http-`,
 * and the body is text.
 */
const rawRequest = ({ headers, bytes }: ReceivedWebhook) => ({
  method: 'POST',
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Http-${name}`, value])),
  content: bytes.toString(),
});

describe('new submission', () => {
  const trigger = () => app.triggers.new_submission.operation;
  const inputData = () => ({ form_id: form.id });
  let subscribeData: { id: string; secret: string };
  let delivered: ReceivedWebhook;
  let pingId: string;
  let id: string;

  it("shows a sample in the webhook's format if there are no submissions", async () => {
    const [sample] = await run(trigger().performList, { inputData: inputData() });
    expect(Object.keys(sample)).toEqual(['id', 'form_id', 'created_at', 'fields', 'files']);
    expect(sample).toMatchObject({ form_id: form.id, fields: { place: 'Graz' } });
  });

  it('subscribes and receives submissions', async () => {
    subscribeData = await run(trigger().performSubscribe, {
      inputData: inputData(),
      targetUrl: receiver.url,
    });
    expect(subscribeData.secret).toMatch(/^whsec_/);
    const body = new FormData();
    body.append('name', 'Ada "Größe" 😀');
    body.append('resume', new File(['%PDF-1.7 Ada'], 'Ada.pdf', { type: 'application/pdf' }));
    const posted = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
    id = ((await posted.json()) as { id: string }).id;
    [delivered] = (await receiver.until(1)) as [ReceivedWebhook];
    const [output] = await run(trigger().perform, {
      subscribeData,
      rawRequest: rawRequest(delivered),
    });
    expect(output).toEqual({
      id,
      form_id: form.id,
      created_at: delivered.body.created_at,
      fields: { name: 'Ada "Größe" 😀' },
      files: [
        {
          field: 'resume',
          name: 'Ada.pdf',
          content_type: 'application/pdf',
          size: 12,
          file: expect.stringContaining('hydrate|||'),
        },
      ],
    });
  });

  it("refuses requests that the service didn't sign", async () => {
    const raw = rawRequest(delivered);
    const forged = { ...raw, content: raw.content.replace('Ada', 'Eve') };
    await expect(run(trigger().perform, { subscribeData, rawRequest: forged })).rejects.toThrow(
      'did not sign it',
    );
    const unsigned = { ...raw, headers: {} };
    await expect(run(trigger().perform, { subscribeData, rawRequest: unsigned })).rejects.toThrow(
      'did not sign it',
    );
  });

  it("reads the submission from the API if the platform doesn't provide the raw bytes", async () => {
    const forged = { ...delivered.body, data: { ...delivered.body.data, payload: { name: 'Eve' } } };
    const [output] = await run(trigger().perform, { subscribeData, cleanedRequest: forged });
    expect(output).toMatchObject({ id, fields: { name: 'Ada "Größe" 😀' } });
    expect(output).not.toHaveProperty('status');
  });

  it('ignores a test ping', async () => {
    await service.manage('POST', `/v1/webhooks/${subscribeData.id}/test`);
    const ping = await receiver.untilOne(({ body }) => body.type === 'webhook.test');
    pingId = ping.body.id;
    expect(await run(trigger().perform, { subscribeData, rawRequest: rawRequest(ping) })).toEqual([]);
  });

  it('lists existing submissions in the same format', async () => {
    const [output] = await run(trigger().performList, { inputData: inputData() });
    expect(Object.keys(output)).toEqual(['id', 'form_id', 'created_at', 'fields', 'files']);
    expect(output).toMatchObject({ id, fields: { name: 'Ada "Größe" 😀' } });
    const [ofAll] = await run(trigger().performList, { inputData: {} });
    expect(ofAll).toMatchObject({ id });
  });

  it('loads a file when a step requests it', async () => {
    const [{ files }] = await run(trigger().performList, { inputData: inputData() });
    const pointer = /hydrate\|\|\|(.*)\|\|\|hydrate/.exec(files[0].file)![1]!;
    const { type, method, bundle } = JSON.parse(pointer.slice(0, pointer.lastIndexOf('}') + 1));
    expect({ type, method }).toEqual({ type: 'file', method: 'hydrators.downloadFile' });
    let stashed: unknown[] = [];
    await run(
      async (z: any, given: any) => {
        const stashFile = async (body: AsyncIterable<Buffer>, ...rest: unknown[]) => {
          const chunks = [];
          for await (const chunk of body) chunks.push(chunk);
          stashed = [Buffer.concat(chunks).toString(), ...rest];
        };
        await app.hydrators.downloadFile({ ...z, stashFile }, given);
        return {};
      },
      { inputData: bundle },
    );
    expect(stashed).toEqual(['%PDF-1.7 Ada', 12, 'Ada.pdf', 'application/pdf']);
  });

  it('gets a valid secret if it subscribes again', async () => {
    const again = await run(trigger().performSubscribe, { inputData: inputData(), targetUrl: receiver.url });
    expect(again.id).toBe(subscribeData.id);
    expect(again.secret).toMatch(/^whsec_/);
    await service.manage('POST', `/v1/webhooks/${again.id}/test`);
    const ping = await receiver.untilOne(
      ({ body, at }) => body.type === 'webhook.test' && at > delivered.at && body.id !== pingId,
    );
    expect(await run(trigger().perform, { subscribeData: again, rawRequest: rawRequest(ping) })).toEqual([]);
  });

  it('unsubscribes even if the webhook has been deleted', async () => {
    await run(trigger().performUnsubscribe, { subscribeData });
    expect((await service.manage('GET', `/v1/forms/${form.id}/webhooks`)).body.data).toEqual([]);
    await run(trigger().performUnsubscribe, { subscribeData });
  });

  it("sets its webhook's filter and removes it if the field is empty", async () => {
    const subscribe = (filter: string) =>
      run(trigger().performSubscribe, {
        inputData: { ...inputData(), filter },
        targetUrl: `${receiver.url}/filtered`,
      });
    const stored = async (id: string) => (await service.manage('GET', `/v1/webhooks/${id}`)).body.filter;
    const filtered = await subscribe('{"all": [{"field": "name", "op": "equals", "value": "Ada"}]}');
    expect(await stored(filtered.id)).toEqual({ all: [{ field: 'name', op: 'equals', value: 'Ada' }] });
    const again = await subscribe('');
    expect(again.id).toBe(filtered.id);
    expect(await stored(filtered.id)).toBeNull();
    await expect(subscribe('name = Ada')).rejects.toThrow('The filter must be JSON, for example');
    await expect(subscribe('{"all": []}')).rejects.toThrow('filter.all: must not be empty');
    await run(trigger().performUnsubscribe, { subscribeData: filtered });
  });

  it('receives changed and deleted submissions if their events are selected', async () => {
    const selected = { ...inputData(), events: ['submission.updated', 'submission.deleted'] };
    const followed = await run(trigger().performSubscribe, {
      inputData: selected,
      targetUrl: `${receiver.url}/followed`,
    });
    const posted = await service.request(`/v1/f/${form.slug}`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Grace' }),
    });
    const { id: submissionId } = (await posted.json()) as { id: string };
    const eventOf = async (type: string) => {
      const received = await receiver.untilOne(
        ({ body }) => body.type === type && body.data['submission_id'] === submissionId,
      );
      const requested = { subscribeData: followed, rawRequest: rawRequest(received) };
      const [output] = await run(trigger().perform, { ...requested, inputData: selected });
      expect(await run(trigger().perform, { ...requested, inputData: inputData() })).toEqual([]);
      const parsed = { subscribeData: followed, cleanedRequest: received.body, inputData: selected };
      expect(await run(trigger().perform, parsed)).toEqual([]);
      return output;
    };
    const delivery = { id: expect.stringMatching(/^whd_/), created_at: expect.stringMatching(/Z$/) };
    const ids = { submission_id: submissionId, form_id: form.id };
    await service.manage('PATCH', `/v1/submissions/${submissionId}`, { starred: true });
    expect(await eventOf('submission.updated')).toEqual({
      ...delivery,
      event: 'submission.updated',
      data: {
        ...ids,
        payload: { name: 'Grace' },
        files: [],
        changed: ['starred'],
        actor: expect.objectContaining({ type: 'key' }),
      },
    });
    await service.manage('DELETE', `/v1/submissions/${submissionId}`);
    expect(await eventOf('submission.deleted')).toEqual({
      ...delivery,
      event: 'submission.deleted',
      data: { ...ids, deleted_at: expect.stringMatching(/Z$/), reason: 'deleted' },
    });
    await run(trigger().performUnsubscribe, { subscribeData: followed });
  });

  it('receives failed deliveries of all forms if their event is selected', async () => {
    const refusing = await startReceiver(() => 503);
    const path = `/v1/forms/${service.outputs.form.id}/webhooks`;
    const { body: broken } = await service.manage('POST', path, { url: refusing.url });
    const selected = { events: ['delivery.failed'] };
    const followed = await run(trigger().performSubscribe, {
      inputData: selected,
      targetUrl: `${receiver.url}/failures`,
    });
    const posted = await service.request(`/v1/f/${service.outputs.form.id}`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Edsger' }),
    });
    const { id: submissionId } = (await posted.json()) as { id: string };
    const received = await receiver.untilOne(({ body }) => body.type === 'delivery.failed');
    const requested = { subscribeData: followed, rawRequest: rawRequest(received), inputData: selected };
    expect(await run(trigger().perform, requested)).toEqual([
      {
        id: expect.stringMatching(/^whd_/),
        created_at: expect.stringMatching(/Z$/),
        event: 'delivery.failed',
        data: {
          delivery_id: expect.stringMatching(/^whd_/),
          webhook_id: broken.id,
          submission_id: submissionId,
          form_id: service.outputs.form.id,
          attempts: 5,
          last_error: 'HTTP 503',
        },
      },
    ]);
    await run(trigger().performUnsubscribe, { subscribeData: followed });
    await service.manage('DELETE', `/v1/webhooks/${broken.id}`);
    await refusing.stop();
  });

  it('receives submissions of all forms if no form is chosen', async () => {
    const all = await run(trigger().performSubscribe, { inputData: {}, targetUrl: receiver.url });
    const { body } = await service.manage('GET', '/v1/webhooks');
    expect(body.data).toMatchObject([{ id: all.id, form_id: null, name: 'Zapier' }]);
    await run(trigger().performUnsubscribe, { subscribeData: all });
  });
});

describe('new failed delivery', () => {
  it("lists a webhook's failed deliveries", async () => {
    const held = Promise.withResolvers<number>();
    const refusing = await startReceiver(() => held.promise);
    const path = `/v1/forms/${service.outputs.form.id}/webhooks`;
    const { body: webhook } = await service.manage('POST', path, { url: refusing.url, name: 'Newsletter' });
    await service.request(`/v1/f/${service.outputs.form.slug}`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ada' }),
    });
    const [choice] = await run(app.triggers.webhook_list.operation.perform, {
      inputData: { form_id: service.outputs.form.id },
    });
    expect(choice).toEqual({ id: webhook.id, name: `Newsletter (${refusing.url})` });
    const failed = () =>
      run(app.triggers.failed_delivery.operation.perform, { inputData: { webhook_id: webhook.id } });
    // Disable the webhook, so that its failed delivery isn't retried.
    await refusing.until(1);
    await service.manage('PATCH', `/v1/webhooks/${webhook.id}`, { enabled: false });
    held.resolve(410);
    let found = await failed();
    while (found.length === 0) {
      await pause(50);
      found = await failed();
    }
    expect(found).toMatchObject([{ webhook_id: webhook.id, attempts: 1 }]);
    // On a busy machine, the attempt can reach its deadline of three seconds before it gets the 410.
    expect([410, 0]).toContain(found[0].last_status_code);
    await refusing.stop();
  });
});

describe('create submission', () => {
  const create = (inputData: object) =>
    run(app.creates.create_submission.operation.perform, { inputData: { form_id: form.id, ...inputData } });

  it('submits typed values and files loaded from Zapier', async () => {
    const files = createServer((request, response) => {
      // The access token may only be sent to the service, so refuse requests that contain it.
      const status = request.headers.authorization === undefined ? 200 : 400;
      response.writeHead(status, {
        'content-disposition': `attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`,
      });
      response.end('forty-two');
    }).listen(0, '127.0.0.1');
    await once(files, 'listening');
    const { port } = files.address() as AddressInfo;
    const created = await create({
      field_name: 'Grace',
      field_email: '',
      field_age: 36,
      field_skills: ['ts', 'go'],
      field_terms: true,
      field_resume: [`http://127.0.0.1:${port}/file?signed=1`],
      more_fields: { utm: 'zapier' },
    });
    files.close();
    const { body } = await service.manage('GET', `/v1/submissions/${created.id}`);
    expect(body).toMatchObject({
      payload: { name: 'Grace', age: '36', skills: '["ts","go"]', terms: 'true', utm: 'zapier' },
      attachments: [{ field: 'resume', name: 'Größe.txt', size: 9 }],
    });
    expect(body.payload).not.toHaveProperty('email');
  });

  it("shows the service's error message for an invalid field", async () => {
    await expect(create({ field_name: 'Grace', field_email: 'nobody' })).rejects.toThrow(/email: .+/);
  });
});

describe('a submission', () => {
  const search = (inputData: object) => run(app.searches.find_submission.operation.perform, { inputData });

  it('is found by words or, if it exists, by ID', async () => {
    const found = await search({ words: 'GROSSE' });
    expect(found).toMatchObject([{ status: 'received', note: null, fields: { name: 'Ada "Größe" 😀' } }]);
    expect(await search({ submission_id: found[0].id })).toEqual(found);
    expect(await search({ words: 'grosse', form_id: service.outputs.form.id })).toEqual([]);
    expect(await search({ submission_id: found[0].id.slice(0, -1) })).toEqual([]);
    await expect(search({})).rejects.toThrow('Enter an ID or words');
  });

  it('can be marked as spam and released', async () => {
    const [{ id }] = await search({ words: 'grosse' });
    const set = (status: string) =>
      run(app.creates.set_status.operation.perform, { inputData: { submission_id: id, status } });
    expect(await set('spam')).toMatchObject({ id, status: 'spam' });
    expect(await set('received')).toMatchObject({ id, status: 'received' });
  });
});
