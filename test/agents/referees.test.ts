/**
 * Tests a running service's agent endpoint with the protocol's official client, the AI SDK and the protocol's
 * conformance suite.
 */
import {
  createMCPClient,
  experimental_createMCPEventWebhook as createMCPEventWebhook,
  type Experimental_MCPEventSubscription as MCPEventSubscription,
} from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { listenOnLoopback, type LoopbackServer } from '../../local/http/loopback-server.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const ROOT = join(import.meta.dirname, '../..');

let service: ServiceUnderTest;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await sharedServiceAccount();
  url = `${service.baseUrl}/mcp`;
  headers = { authorization: `Bearer ${service.outputs.management_key}` };
});

test.each([
  ['starts with initialize', {}],
  ['negotiates', { versionNegotiation: { mode: 'auto' as const } }],
  ['is pinned to 2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
])('the official MCP client works when it %s', async (_, options) => {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(14);
  const { structuredContent, isError } = await client.callTool({ name: 'list_forms', arguments: {} });
  expect(isError).toBeFalsy();
  expect(structuredContent).toMatchObject({ data: [{ id: service.outputs.form.id }], truncated: false });
  expect(await client.callTool({ name: 'get_form', arguments: {} })).toMatchObject({ isError: true });
  await client.close();
});

test('the AI SDK lists and calls tools', async () => {
  const client = await createMCPClient({ transport: { type: 'http', url, headers } });
  const tools = await client.tools();
  expect(Object.keys(tools)).toHaveLength(14);
  const result = await tools['get_account']!.execute({}, {
    toolCallId: '1',
    messages: [],
    context: {},
  } as never);
  expect(result).toMatchObject({ structuredContent: { scopes: ['ingest', 'read', 'write', 'admin'] } });
  await client.close();
});

describe('the AI SDK, when it subscribes to events', () => {
  /** The client's own store and receiver, unmodified. */
  const stored = new Map<string, MCPEventSubscription>();
  const store = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    getById: (id: string) => Promise.resolve([...stored.values()].find((each) => each.id === id)),
    set: (of: MCPEventSubscription) => Promise.resolve(void stored.set(of.key, of)),
    update: (key: string, change: Partial<MCPEventSubscription>) =>
      Promise.resolve(void stored.set(key, { ...stored.get(key)!, ...change })),
    delete: (key: string) => Promise.resolve(void stored.delete(key)),
  };
  const events: { event: any; headers: Headers; text: string }[] = [];
  const waiting = new Set<() => void>();
  const untilEvents = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (events.length >= count) resolve();
      };
      waiting.add(look);
      look();
    });
  let callback: LoopbackServer;
  beforeAll(async () => {
    callback = await listenOnLoopback(
      createServer((incoming, response) => {
        void (async () => {
          const text = await new Response(incoming as never).text();
          const received = new Headers(incoming.headers as Record<string, string>);
          const receive = createMCPEventWebhook({
            store,
            onEvent: ({ event }) => {
              events.push({ event, headers: received, text });
              for (const look of waiting) look();
              return Promise.resolve();
            },
          });
          const asked = new Request(new URL(incoming.url ?? '/', 'http://127.0.0.1'), {
            method: incoming.method ?? 'GET',
            headers: received,
            body: text,
          });
          const answer = await receive(asked);
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(await answer.text());
        })();
      }),
    );
  });
  afterAll(() => callback.stop());

  const submit = async (message: string): Promise<string> => {
    const posted = await fetch(`${service.baseUrl}/v1/f/${service.outputs.form.slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', message }),
    });
    return ((await posted.json()) as { id: string }).id;
  };

  test('gets a submission, renews the subscription, changes its secret, and ends it', async () => {
    const client = await createMCPClient({
      transport: { type: 'http', url, headers },
      experimental_events: { store },
    });
    const mcpEvents = client.experimental_events;
    const { events: listed } = await mcpEvents.list();
    expect(listed.map(({ name, delivery }) => [name, delivery])).toEqual([
      ['submission.created', ['webhook']],
    ]);
    const { id, refreshBefore } = await mcpEvents.subscribe({
      name: 'submission.created',
      arguments: { form_id: service.outputs.form.id },
      delivery: { mode: 'webhook', url: `${callback.endpoint}/in`, allowInsecureLocalhost: true },
    });
    expect(id).toMatch(/^evs_/);
    expect(Date.parse(refreshBefore!)).toBeGreaterThan(Date.now());

    const submissionId = await submit('First');
    await untilEvents(1);
    const { event, headers: sent, text } = events[0]!;
    expect(event).toMatchObject({
      name: 'submission.created',
      cursor: null,
      data: { submission_id: submissionId, payload: { name: 'Ada', message: 'First' }, truncated: false },
    });
    const secret = [...stored.values()][0]!.delivery.secret;
    new Webhook(secret).verify(text, Object.fromEntries(sent));
    const tools = await client.tools();
    const found: any = await tools['list_submissions']!.execute({ limit: 1 }, {
      toolCallId: '1',
      messages: [],
      context: {},
    } as never);
    expect(found.structuredContent.data[0]).toMatchObject({ id: submissionId, event_id: event.eventId });

    expect((await mcpEvents.refresh({ id })).id).toBe(id);
    const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const [[key, of]] = [...stored] as [[string, MCPEventSubscription]];
    stored.set(key, { ...of, delivery: { ...of.delivery, secret: next } });
    expect((await mcpEvents.refresh({ id })).id).toBe(id);
    await submit('Second');
    await untilEvents(2);
    const second = events[1]!;
    const signatures = second.headers.get('webhook-signature')!.split(' ');
    expect(signatures).toHaveLength(2);
    for (const [index, each] of [next, secret].entries())
      new Webhook(each).verify(second.text, {
        ...Object.fromEntries(second.headers),
        'webhook-signature': signatures[index]!,
      });

    await mcpEvents.unsubscribe({ id });
    const gone = await fetch(`${service.baseUrl}/v1/webhooks/${id}`, { headers });
    expect(gone.status).toBe(404);
    await client.close();
  });

  it("gets the protocol's error for a form that doesn't exist", async () => {
    const client = await createMCPClient({
      transport: { type: 'http', url, headers },
      experimental_events: { store },
    });
    const subscribed = client.experimental_events.subscribe({
      name: 'submission.created',
      arguments: { form_id: 'frm_0000000000' },
      delivery: { mode: 'webhook', url: `${callback.endpoint}/in`, allowInsecureLocalhost: true },
    });
    await expect(subscribed).rejects.toThrow('There is no form "frm_0000000000"');
    await client.close();
  });
});

describe('the conformance suite', () => {
  /**
   * Adds the key to the suite's requests, which have no key. Keeps all other headers, including other host
   * names.
   */
  let proxy: LoopbackServer;
  beforeAll(async () => {
    proxy = await listenOnLoopback(
      createServer((incoming, response) => {
        const { method = 'GET', url: path = '/' } = incoming;
        const sent = request(
          new URL(path, service.baseUrl),
          { method, headers: { ...incoming.headers, ...headers } },
          (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          },
        );
        incoming.pipe(sent);
      }),
    );
  });
  afterAll(() => proxy.stop());

  /** Runs a scenario and returns the suite's exit code and output. */
  const run = (scenario: string): Promise<{ code: unknown; output: string }> =>
    new Promise((resolve) => {
      const options = ['--scenario', scenario, '--spec-version', '2026-07-28', '--timeout', '10000'];
      const expected = ['--expected-failures', join(import.meta.dirname, 'conformance-baseline.yml')];
      const suite = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
      const args = [suite, 'server', '--url', `${proxy.endpoint}/mcp`, ...options, ...expected];
      execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
      );
    });

  /** Returns the ids of checks that failed or returned a warning. */
  const failuresIn = (output: string): string[] =>
    Array.from(output.matchAll(/\[([\w-]+) *\] \S*(?:FAILURE|WARNING)/g), ([, id = '']) => id);

  // Only these scenarios don't need the suite's own server. The endpoint doesn't support prompts and
  // resources, so it fails their checks. It also fails checks that call that server's tools.
  test.each([
    [
      'server-stateless',
      [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-server-no-log-without-loglevel',
      ],
    ],
    ['http-header-validation', []],
    ['tools-list', []],
    ['dns-rebinding-protection', []],
    [
      'caching',
      [
        'sep-2549-prompts-list-caching-hints',
        'sep-2549-resources-list-caching-hints',
        'sep-2549-resources-templates-list-caching-hints',
      ],
    ],
    ['server-sse-multiple-streams', []],
    ['sep-2164-resource-not-found', ['sep-2164-error-code', 'sep-2164-data-uri']],
  ])('%s', async (scenario, failures) => {
    const { code, output } = await run(scenario);
    expect([code, output]).toEqual([0, output]);
    expect([failuresIn(output), output]).toEqual([failures, output]);
  });
});
