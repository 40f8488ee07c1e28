/** Tests the agent endpoint's protocol: both eras, their headers, errors and HTTP statuses. */
import { rpcOf, type RpcMethod } from '../../lambdas/agents/protocol/rpc.ts';
import { RpcError } from '../../lambdas/agents/protocol/rpc-error.ts';

const SERVER = { name: 'svc-forms', title: 'Forms', version: '1.2.3' };
const ECHO: RpcMethod<string> = {
  eras: ['modern', 'legacy'],
  nameOf: ({ name }) => (typeof name === 'string' ? name : undefined),
  answer: ({ name }, principal) => ({ heard: name ?? null, by: principal }),
};
const methods = new Map<string, RpcMethod<string>>([
  ['tools/call', ECHO],
  ['tools/list', { eras: ['modern', 'legacy'], ttlMs: 300_000, answer: () => ({ tools: [] }) }],
  ['ping', { eras: ['legacy'], answer: () => ({}) }],
  [
    'refuse',
    {
      eras: ['modern', 'legacy'],
      answer: () => {
        throw new RpcError(-32602, 'No');
      },
    },
  ],
]);
const rpc = rpcOf(methods, SERVER);
const ask = (message: unknown, headers: Record<string, string> = {}) => rpc(message, headers, 'Ada');

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const modernHeaders = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});
const modern = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta: META },
});
const error = (status: number, code: number, id: unknown = 7) => ({
  status,
  body: { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
});

describe('the stateless version', () => {
  test("responds to a call with a complete result and the server's details", async () => {
    expect(await ask(modern('tools/call', { name: 'x' }), modernHeaders('tools/call', 'x'))).toEqual({
      status: 200,
      body: {
        jsonrpc: '2.0',
        id: 7,
        result: {
          resultType: 'complete',
          heard: 'x',
          by: 'Ada',
          _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
        },
      },
    });
  });

  test('says how long clients may cache a list', async () => {
    const { body } = await ask(modern('tools/list'), modernHeaders('tools/list'));
    expect(body!.result).toMatchObject({ tools: [], ttlMs: 300_000, cacheScope: 'private' });
  });

  test.each([
    ['no protocol version', { 'mcp-protocol-version': undefined }],
    ['a different protocol version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no method', { 'mcp-method': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['a method in different case', { 'mcp-method': 'Tools/Call' }],
    ['no name', { 'mcp-name': undefined }],
    ['another name', { 'mcp-name': 'y' }],
    ['a different encoded name', { 'mcp-name': '=?base64?eQ==?=' }],
  ])('refuses %s in the headers', async (_, headers) => {
    const sent = { ...modernHeaders('tools/call', 'x'), ...headers } as Record<string, string>;
    expect(await ask(modern('tools/call', { name: 'x' }), sent)).toEqual(error(400, -32020));
  });

  test('decodes an encoded name', async () => {
    const headers = modernHeaders('tools/call', '=?base64?w7xiZXI=?=');
    expect((await ask(modern('tools/call', { name: 'über' }), headers)).status).toBe(200);
  });

  test.each([
    ['no _meta', {}],
    ['an unknown _meta', { _meta: { 'example.com/version': '2026-07-28' } }],
    ['a _meta that is a list', { _meta: [] }],
    ['a version that is not a string', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 1 } }],
    ['no capabilities', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }],
    [
      'capabilities that are a list',
      { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': [] } },
    ],
    ['a client that is a string', { _meta: { ...META, 'io.modelcontextprotocol/clientInfo': 'x' } }],
  ])('refuses %s', async (_, params) => {
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params };
    expect(await ask(message, modernHeaders('tools/list'))).toEqual(error(400, -32602));
  });

  test.each(['2027-01-01', '1900-01-01', '2025-11-25'])(
    'lists the supported versions for clients that use %s',
    async (version) => {
      const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': version };
      const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': version };
      expect(await ask({ ...modern('tools/list'), params: { _meta } }, headers)).toEqual({
        status: 400,
        body: {
          jsonrpc: '2.0',
          id: 7,
          error: {
            code: -32022,
            message: expect.any(String),
            data: {
              supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
              requested: version,
            },
          },
        },
      });
    },
  );

  test('returns 404 for unknown methods and for methods that only older versions have', async () => {
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'constructor'])
      expect(await ask(modern(method), modernHeaders(method))).toEqual(error(404, -32601));
  });

  test("sends a method's own error with status 200", async () => {
    expect(await ask(modern('refuse'), modernHeaders('refuse'))).toEqual(error(200, -32602));
  });

  test('responds to a notification with an empty 202 but checks its headers', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect(await ask(notification, modernHeaders('notifications/cancelled'))).toEqual({ status: 202 });
    expect(await ask(notification, modernHeaders('tools/list'))).toEqual(error(400, -32020, null));
  });
});

describe('older versions', () => {
  test.each<Record<string, string>>([
    {},
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': '2025-03-26' },
  ])('get plain results with the headers %j', async (headers) => {
    expect(await ask({ jsonrpc: '2.0', id: 'a', method: 'tools/list' }, headers)).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 'a', result: { tools: [] } },
    });
  });

  test('get a 200 for an unknown method', async () => {
    expect(await ask({ jsonrpc: '2.0', id: 7, method: 'server/discover' })).toEqual(error(200, -32601));
  });

  test('may send notifications', async () => {
    expect(await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({ status: 202 });
  });
});

describe('other messages', () => {
  test.each([
    ['a list', [{ jsonrpc: '2.0', id: 7, method: 'ping' }], null],
    ['an empty array', [], null],
    ['text', 'ping', null],
    ['null', null, null],
    ['no JSON-RPC version', { id: 7, method: 'ping' }, 7],
    ['version 1.0', { jsonrpc: '1.0', id: 7, method: 'ping' }, 7],
    ['no method', { jsonrpc: '2.0', id: 7 }, 7],
    ['a response', { jsonrpc: '2.0', id: 7, result: {} }, 7],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, null],
  ])('%s is not a request', async (_, message, id) => {
    expect(await ask(message)).toEqual(error(400, -32600, id));
  });

  test.each([[['a']], ['text'], [null], [1]])('params cannot be %j', async (params) => {
    expect(await ask({ jsonrpc: '2.0', id: 7, method: 'ping', params })).toEqual(error(400, -32602));
  });
});
