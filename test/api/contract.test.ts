import { ownContract } from '../support/contract/own-contract.ts';
import { ContractBroken, type Exchange } from '../../smoke/contract/contract.ts';

const contract = ownContract();
const OF_EVERY_RESPONSE = {
  'x-request-id': 'r',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
};
const JSON_TYPE = { ...OF_EVERY_RESPONSE, 'content-type': 'application/json' };
const { 'x-request-id': _, ...withoutRequestId } = JSON_TYPE;
const PROBLEM_TYPE = { ...OF_EVERY_RESPONSE, 'content-type': 'application/problem+json' };

const usage = {
  account_id: 'acc_1',
  plan: 'pro',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  submissions: { used: 0, limit: 10, remaining: 10 },
  uploads: { allowed: true, max_file_bytes: 1 },
  refused: [{ form_id: 'frm_1', reason: 'quota-exceeded', count: 3 }],
};
const problem = (slug: string, status: number, extra: object = {}) => ({
  type: `http://api.test/problems/${slug}`,
  code: slug,
  title: 'Title',
  status,
  detail: 'Detail.',
  ...extra,
});

function check(exchange: Partial<Omit<Exchange, 'body'>> & { body?: unknown }): void {
  contract.checkAnswer({
    method: 'GET',
    path: '/v1/usage',
    status: 200,
    headers: JSON_TYPE,
    ...exchange,
    body: exchange.body === undefined ? Buffer.of() : Buffer.from(JSON.stringify(exchange.body)),
  });
}

describe('a response', () => {
  it('passes if the OpenAPI document declares it', () => {
    expect(() => check({ body: usage })).not.toThrow();
    const headers = { ...PROBLEM_TYPE, 'www-authenticate': 'Bearer' };
    expect(() => check({ status: 401, headers, body: problem('unauthorized', 401) })).not.toThrow();
  });

  it.each([
    ['an undocumented status', { status: 409, body: problem('conflict', 409) }],
    [
      'a problem that belongs to another status',
      { status: 401, headers: PROBLEM_TYPE, body: problem('not-found', 404) },
    ],
    ['an undocumented property', { body: { ...usage, secret: 'x' } }],
    ['an undocumented nested property', { body: { ...usage, uploads: { ...usage.uploads, key: 'x' } } }],
    [
      'a problem with an undocumented property',
      { status: 403, headers: PROBLEM_TYPE, body: problem('forbidden', 403, { x: 1 }) },
    ],
    ['a missing property', { body: { ...usage, plan: undefined } }],
    ['a wrong value', { body: { ...usage, plan: 'gold' } }],
    ['a different media type', { headers: { ...JSON_TYPE, 'content-type': 'text/plain' }, body: usage }],
    ['no x-request-id', { headers: withoutRequestId, body: usage }],
    ['an undocumented header', { headers: { ...JSON_TYPE, 'x-powered-by': 'x' }, body: usage }],
    ['no www-authenticate', { status: 401, headers: PROBLEM_TYPE, body: problem('unauthorized', 401) }],
    ['an unexpected body', { method: 'DELETE', path: '/v1/api-keys/key_1', status: 204, body: usage }],
    ['an unknown path', { path: '/v1/nothing', body: usage }],
  ])('is refused for %s', (_, exchange) => {
    expect(() => check(exchange)).toThrow(ContractBroken);
  });

  it('is a not-found problem document for an unknown path', () => {
    const headers = PROBLEM_TYPE;
    const path = '/v1/nothing';
    expect(() => check({ path, status: 404, headers, body: problem('not-found', 404) })).not.toThrow();
    expect(() => check({ path, status: 404, headers, body: problem('form-not-found', 404) })).toThrow();
    const other = { path: '/v1/usage', method: 'PUT', status: 405, body: problem('method-not-allowed', 405) };
    expect(() => check({ ...other, headers: { ...headers, allow: 'GET' } })).not.toThrow();
    expect(() => check({ ...other, headers })).toThrow(/allow/);
  });

  it("fails if the service accepted a request body that the document doesn't allow", () => {
    const made = {
      method: 'POST',
      path: '/v1/api-keys',
      status: 201,
      headers: JSON_TYPE,
      body: {
        id: 'key_1',
        type: 'management',
        name: 'CI',
        scopes: ['read'],
        prefix: 'svc_mgmt_1234567',
        created_at: '2026-11-01T00:00:00.000Z',
        created_by: null,
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
        replaced_by: null,
        key: 'k',
      },
    };
    const sent = (text: string) => ({ contentType: 'application/json', text });
    expect(() => check({ ...made, requestBody: sent('{"type":"management","name":"CI"}') })).not.toThrow();
    expect(() => check({ ...made, requestBody: sent('{"type":"management"}') })).toThrow(/doesn't allow/);
    expect(() => check({ ...made, requestBody: { contentType: 'text/plain', text: '' } })).toThrow(
      /undocumented/,
    );
  });
});

describe('a webhook', () => {
  const id = 'whd_1';
  const headers = {
    host: '127.0.0.1',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': '2',
    'user-agent': 'svc-Webhooks/1',
    'x-svc-event': 'webhook.test',
    'x-svc-delivery': id,
    'x-svc-attempt': '1',
    'x-svc-hop': '1',
    'x-svc-signature': `sha256=${'a'.repeat(64)}`,
    'webhook-id': id,
    'webhook-timestamp': '1795167000',
    'webhook-signature': 'v1,YQ== v1,Yg==',
  };
  const body = {
    type: 'webhook.test',
    id,
    created_at: '2026-11-01T00:00:00.000Z',
    data: { form_id: 'frm_1', sample: true },
  };

  it('passes if the OpenAPI document declares it', () => {
    expect(() => contract.checkWebhook({ headers, body })).not.toThrow();
  });

  it.each([
    ['an undocumented event', headers, { ...body, type: 'submission.deleted' }],
    ['a sixth attempt', { ...headers, 'x-svc-attempt': '6' }, body],
    ['a different signature format', { ...headers, 'x-svc-signature': 'a'.repeat(64) }, body],
    ['an undocumented header', { ...headers, 'x-other': '1' }, body],
    ['an undocumented property', headers, { ...body, data: { ...body.data, secret: 'x' } }],
    ['a time without milliseconds', headers, { ...body, created_at: 'today' }],
  ])('is refused for %s', (_, sentHeaders, sentBody) => {
    expect(() => contract.checkWebhook({ headers: sentHeaders, body: sentBody })).toThrow(ContractBroken);
  });
});
