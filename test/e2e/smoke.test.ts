/** Tests the smoke test itself: it passes on a working service, and fails if any step finds a fault. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { smokeProgram } from '../../cli/smoke/smoke-program.ts';
import type { SmokeResult } from '../../smoke/run-smoke.ts';
import { smokeSteps } from '../../smoke/smoke-steps.ts';
import { startProxy, type Alter } from '../support/service/altering-proxy.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await sharedServiceAccount();
});

/** Runs the command and checks that it prints no key. */
async function smoke(url: string, key: string, ...args: string[]) {
  const ended = await operatorIn(service.folder, (terminal) => smokeProgram(terminal))(
    ...['--url', url, '--key', key, ...args],
  );
  if (key !== '') expect(ended.stdout + ended.stderr).not.toContain(key);
  return ended;
}
const resultOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as SmokeResult;
const smokeForms = async ({ manage }: ServiceUnderTest): Promise<string[]> =>
  (await manage('GET', '/v1/forms?q=Smoke&limit=100')).body.data.map(({ name }: { name: string }) => name);

it('passes all steps on a service that works and leaves nothing behind', async () => {
  const { management_key: key } = service.outputs;
  const ended = await smoke(service.baseUrl, key, '--json');
  const result = resultOf(ended);
  const problems = result.steps.filter(({ status }) => status !== 'passed');
  expect(problems).toMatchObject([{ name: 'slow-post', status: 'skipped' }]);
  expect(result).toMatchObject({ passed: true, url: service.baseUrl, left: [] });
  expect(ended).toMatchObject({ code: 0, stderr: '' });

  expect(result.steps.map(({ name }) => name)).toEqual(smokeSteps.map(({ name }) => name));
  expect(result.steps.find(({ name }) => name === 'recovery')?.proved).toEqual([
    expect.stringMatching(/^200 missed deliveries arrived within \d+ s of the recovery$/),
  ]);
  for (const { name, proved, latency_ms } of result.steps.filter((step) => step.status === 'passed')) {
    expect([name, proved.length, latency_ms!.requests]).not.toContain(0);
    expect(latency_ms!.p50).toBeLessThanOrEqual(latency_ms!.p95);
    expect(latency_ms!.p95).toBeLessThanOrEqual(latency_ms!.max);
  }
  expect(result.checked_responses).toBeGreaterThan(250);
  expect(result.made).toHaveLength(11);
  expect(await smokeForms(service)).toEqual([]);
}, 180_000);

it('prints results, skipped steps, and latencies as text, and keeps its forms with --keep', async () => {
  const own = await sharedServiceAccount();
  const ended = await smoke(
    own.baseUrl,
    own.outputs.management_key,
    '--only',
    'submissions',
    'slow-post',
    '--slow-seconds',
    '1',
    '--keep',
  );
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain(
    `Testing ${own.baseUrl} with the account Demo (${own.outputs.account_id}, plan pro)`,
  );
  expect(ended.stdout).toMatch(
    /^ok {6}submissions \([\d.]+ s\)\n {10}a urlencoded post is stored as posted$/m,
  );
  expect(ended.stdout).toMatch(/^ {10}an upload of 1 s is accepted$/m);
  expect(ended.stdout).toMatch(/^submissions +8 +\d+ +\d+ +\d+$/m);
  expect(ended.stdout).toMatch(/^Still there: frm_\w+, frm_\w+$/m);
  expect(ended.stdout).toMatch(/^Passed: 2 steps passed, 0 failed, 0 skipped$/m);
  expect((await smokeForms(own)).map((name) => name.replace(/[0-9a-f]{8}/, '…')).toSorted()).toEqual([
    'Smoke … slow post',
    'Smoke … submissions',
  ]);
}, 60_000);

it("fails and lists the forms that it can't delete", async () => {
  const own = await sharedServiceAccount();
  const proxy = await startProxy(own.baseUrl, ({ method, path }) =>
    path === '/v1/forms' && method === 'GET' ? { status: 503 } : undefined,
  );
  try {
    const ended = await smoke(proxy.url, own.outputs.management_key, '--json', '--only', 'submissions');
    const form = {
      id: expect.stringMatching(/^frm_/),
      name: expect.stringMatching(/^Smoke \w+ submissions$/),
    };
    expect(resultOf(ended)).toMatchObject({ passed: false, steps: [{ status: 'passed' }], left: [form] });
    expect(ended.code).toBe(1);
  } finally {
    await proxy.stop();
  }
}, 60_000);

it('receives webhooks at the public address that forwards to its port', async () => {
  const own = await sharedServiceAccount();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver = ['--receiver', `http://127.0.0.1:${port}/`, '--receiver-port', String(port)];
  const run = () => smoke(own.baseUrl, own.outputs.management_key, ...receiver, '--json', '--only', 'retry');
  expect(await run()).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is taken. Use another --receiver-port.\n`,
  });
  server.close();
  await once(server, 'close');
  expect(resultOf(await run()).steps).toMatchObject([{ name: 'retry', status: 'passed' }]);
}, 60_000);

describe('a step fails', () => {
  let own: ServiceUnderTest;
  beforeAll(async () => {
    own = await sharedServiceAccount();
  }, 60_000);
  afterAll(async () => expect(await smokeForms(own)).toEqual([]));

  const json = (body: string, change: (value: any) => void): { body: string } => {
    const value = JSON.parse(body);
    change(value);
    return { body: JSON.stringify(value) };
  };
  const isIngest = (path: string) => /^\/v1\/f\/[^/]+$/.test(path);
  const isSubmission = (path: string) => /^\/v1\/submissions\/sub_\w+$/.test(path);
  const TAKEN = { id: 'sub_8K3Q0ZT5VW01KQH8WB3V5M2R8X2T7N4E6W1K', received_at: '2026-11-20T09:30:00.123Z' };
  const accepted = { status: 201, body: JSON.stringify({ ...TAKEN, status: 'received', files: 0 }) };
  const ACCEPTED_HEADERS = ['retry-after', 'content-language'];
  const without = (headers: object, names: string[]) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

  const faults: Record<string, { alter: Alter; reason: RegExp }> = {
    health: {
      alter: ({ path }, { body }) =>
        path === '/v1/health' ? json(body, (value) => (value.time = '2020-01-01T00:00:00.000Z')) : undefined,
      reason: /^The service's clock says 2020/,
    },
    routes: {
      alter: ({ path }, { status }) =>
        path === '/v1/usage' && status === 401
          ? { status: 500, headers: {}, body: '{"message":"Internal Server Error"}' }
          : undefined,
      reason: /GET \/v1\/usage → 500 lacks the header x-request-id/,
    },
    'sign-in': {
      alter: ({ path }, { headers }) => {
        if (path !== '/console/sign-in') return undefined;
        const location = new URL(headers.location!);
        location.searchParams.set('redirect_uri', 'https://elsewhere.example/callback');
        return { headers: { ...headers, location: location.href } };
      },
      reason: /^The issuer would redirect to https:\/\/elsewhere\.example\/callback\.$/,
    },
    submissions: {
      alter: ({ path }, { body }) =>
        isSubmission(path) ? json(body, ({ payload }) => (payload.message &&= 'Another')) : undefined,
      reason: /^The urlencoded post was stored as \{"name":"Ada","message":"Another"\}, received\.$/,
    },
    idempotency: {
      alter: ({ path }, { status, body }) =>
        isIngest(path) && status === 200 ? json(body, (value) => (value.id = TAKEN.id)) : undefined,
      reason: /^Not all repeated posts returned the first submission/,
    },
    'rate-limit': {
      alter: (_, { status, headers }) =>
        status === 429 ? { headers: { ...headers, 'retry-after': '0' } } : undefined,
      reason: /retry-after/i,
    },
    addresses: {
      alter: (_, { status, headers }) =>
        status === 429
          ? {
              ...accepted,
              headers: { ...without(headers, ACCEPTED_HEADERS), 'content-type': 'application/json' },
            }
          : undefined,
      reason: /^POST \/v1\/f\/\S+ returned 201, expected 429\.$/,
    },
    'expect-continue': {
      alter: ({ path }, { status }) => (isIngest(path) && status === 201 ? { status: 500 } : undefined),
      reason: /^The request returned 500 instead of 201\.$/,
    },
    files: {
      alter: (_, { status, body }) =>
        status === 413 ? json(body, (value) => (value.code = 'uploads-not-allowed')) : undefined,
      reason: /uploads-not-allowed/,
    },
    'large-post': {
      alter: ({ path }, { body }) =>
        isSubmission(path) ? json(body, ({ attachments }) => (attachments[0].size -= 1)) : undefined,
      reason: /^The file is 26214399 bytes long instead of 26214400\.$/,
    },
    'slow-post': {
      alter: ({ path }, { status }) => (isIngest(path) && status === 201 ? { status: 503 } : undefined),
      reason: /^The request returned 503, expected 201\.$/,
    },
    webhook: {
      alter: ({ path }, { body }) =>
        path.endsWith('/webhooks')
          ? json(body, (value) => (value.secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`))
          : undefined,
      reason: /^The webhook's signature of Standard Webhooks is wrong\.$/,
    },
    retry: {
      alter: ({ path }, { body }) =>
        path.endsWith('/deliveries')
          ? json(body, ({ data }) => data.forEach((each: any) => (each.attempts = 'two')))
          : undefined,
      reason: /has an invalid body: .*attempts must be integer/,
    },
    recovery: {
      alter: ({ path }, { body }) =>
        path.startsWith('/v1/recoveries/')
          ? json(body, (value) => (value.resent &&= value.resent - 1))
          : undefined,
      reason: /^The recovery is finished and has resent 2 of 3 deliveries, expected 3\.$/,
    },
    emails: {
      alter: ({ path }, { body }) =>
        path.endsWith('/timeline') ? { body: body.replace('bounced-before', 'unconfirmed') } : undefined,
      reason: /^The next e-mail to bounce@ is skipped as "unconfirmed"\.$/,
    },
  };

  it('has a test with a fault for each step', () => {
    expect(Object.keys(faults)).toEqual(smokeSteps.map(({ name }) => name));
  });

  it.each(Object.entries(faults))(
    '%s, if the service responds incorrectly',
    async (name, { alter, reason }) => {
      const proxy = await startProxy(own.baseUrl, alter);
      try {
        const quick = ['--missed', '3', '--slow-seconds', '0'];
        const ended = await smoke(proxy.url, own.outputs.management_key, '--only', name, '--json', ...quick);
        const [step] = resultOf(ended).steps;
        expect(step).toMatchObject({ name, status: 'failed', reason: expect.stringMatching(reason) });
        expect(ended).toMatchObject({ code: 1, stderr: `The smoke test of ${proxy.url} failed.\n` });
        expect(proxy.altered()).toBeGreaterThan(0);
      } finally {
        await proxy.stop();
      }
    },
    60_000,
  );
});

it('deletes what it created when Ctrl-C is pressed', async () => {
  const own = await sharedServiceAccount();
  const program = join(import.meta.dirname, '../../cli/run-svc-forms.ts');
  const args = ['--import', 'tsx', program, 'smoke', '--url', own.baseUrl, '--only', 'recovery'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', SVC_SMOKE_KEY: own.outputs.management_key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'exit');
  try {
    while ((await smokeForms(own)).length === 0 && child.exitCode === null);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(1);
  } finally {
    child.kill('SIGKILL');
  }
  expect(printed).toContain('Stopping and deleting everything that was created.');
  expect(printed).toMatch(/^FAILED {2}recovery .*\n {10}Interrupted\.$/m);
  expect(printed).toMatch(/^Deleted all of them/m);
  expect(printed).not.toContain(own.outputs.management_key);
  expect(await smokeForms(own)).toEqual([]);
}, 60_000);

describe('does not start', () => {
  const KEY = 'svc_mgmt_placeholder';
  const ofStderr = async (url: string, key: string, ...args: string[]) => {
    const { code, stdout, stderr } = await smoke(url, key, ...args);
    return { code, stdout, stderr };
  };
  const failing = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` });

  it("with a value that isn't a service URL", async () => {
    expect(await ofStderr('forms.example.com', KEY)).toEqual(
      failing('"forms.example.com" is not the address of a service. Example: https://forms.example.com'),
    );
    expect(await ofStderr('http://forms.example.com', KEY)).toEqual(
      failing('Use https:, because others could read the key otherwise.'),
    );
  });

  it('at a URL where a different service or nothing responds', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('Nothing here')).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const refused = await ofStderr(url, KEY);
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
    expect(refused).toEqual(failing(`There is no form service at ${url}: /openapi returned 404.`));
    expect(await ofStderr(url, KEY)).toEqual(failing(`${url} doesn't respond: ECONNREFUSED.`));
  });

  it('without a management key with the required scopes', async () => {
    const { baseUrl, outputs, manage } = service;
    expect(await ofStderr(baseUrl, '')).toMatchObject(
      failing('Give a management key with --key or in the variable SVC_SMOKE_KEY.'),
    );
    expect(await ofStderr(baseUrl, outputs.submission_key)).toEqual(
      failing('This is a submission key. The smoke test needs a management key (svc_mgmt_…).'),
    );
    const input = { type: 'management', name: 'Reader', scopes: ['read'] };
    const made = (await manage('POST', '/v1/api-keys', input)).body;
    expect(await ofStderr(baseUrl, made.key)).toEqual(
      failing('The key needs the scopes read and write, and has only read.'),
    );
    await manage('DELETE', `/v1/api-keys/${made.id}`);
    const revoked = await ofStderr(baseUrl, made.key);
    expect(revoked.code).toBe(1);
    expect(revoked.stderr).toMatch(/^The service at \S+ refuses the key: 401 \(unauthorized: [^\n]+\)\n$/);
  });

  it('with a step that does not exist', async () => {
    const { code, stderr } = await ofStderr(service.baseUrl, KEY, '--only', 'everything');
    expect(code).toBe(2);
    expect(stderr).toContain(`Must be one of ${smokeSteps.map(({ name }) => name).join(', ')}.`);
  });
});

it("skips steps that the stage or the plan doesn't support", async () => {
  const own = await sharedServiceAccount();
  const change = (body: string, from: string, to: string) => ({ body: body.replaceAll(from, to) });
  const proxy = await startProxy(own.baseUrl, ({ path, method }, { body, status }) => {
    if (path === '/v1/forms' && method === 'POST')
      return change(body, '"email_enabled":true', '"email_enabled":false');
    if (path === '/console/sign-in') return { status: 404 };
    if (path.startsWith('/v1/f/') && status === 201)
      return {
        status: 413,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Request Entity Too Large"}',
      };
    return path === '/v1/usage' ? change(body, '"remaining":', '"remaining":12,"was":') : undefined;
  });
  try {
    const steps = ['emails', 'large-post', 'recovery'];
    const ended = await smoke(proxy.url, own.outputs.management_key, '--json', '--only', ...steps);
    expect(resultOf(ended).steps.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['large-post', 'skipped', 'the stage does not accept large posts (setting "largePosts")'],
      ['recovery', 'skipped', 'the account has 12 submissions left this month, and needs 240'],
      ['emails', 'skipped', 'the stage has no mail sender'],
    ]);
    expect(ended.code).toBe(0);
  } finally {
    await proxy.stop();
  }
}, 60_000);
