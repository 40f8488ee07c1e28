/**
 * Attacks the session cookie with requests from other pages and sibling hosts, and with requests that forge
 * some of the headers.
 */
import { sendRaw, type RawRequest, type RawResponse } from './raw-request.ts';
import type { Target } from './target.ts';

/**
 * Content types that browsers send to other websites without a preflight, and other types that could contain
 * JSON.
 */
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  'text/plain; application/json',
];

/** Returns `Origin` headers that pages on other origins could send. */
const foreignOrigins = (own: URL): (string | string[] | undefined)[] => [
  undefined,
  '',
  'null',
  'https://evil.example',
  `${own.origin}.evil.example`,
  `${own.origin}/`,
  `${own.origin}, https://evil.example`,
  `https://${own.host}`,
  `http://${own.hostname}:1`,
  `http://localhost:${own.port}`,
  own.origin.toUpperCase(),
  [own.origin, 'https://evil.example'],
];

const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];

export async function attackSessions(target: Target): Promise<void> {
  const { baseUrl, outputs } = target.service;
  const own = new URL(baseUrl);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const send = (request: RawRequest): Promise<RawResponse> => sendRaw(baseUrl, request);
  const started = await send({
    method: 'POST',
    path: '/v1/session',
    headers: bearer(outputs.management_key),
  });
  const cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const value = cookie.slice(cookie.indexOf('=') + 1);
  const form = `/v1/forms/${(await target.form({ name: 'Untouched' })).id}`;
  const state = async (): Promise<string> => {
    const lists = [form, '/v1/api-keys', '/v1/members', '/v1/audit-log'].map(
      async (path) => (await send({ path, headers: { cookie } })).text,
    );
    return (await Promise.all(lists)).join('\n').replace(/"last_used_at":[^,}]*/g, '');
  };
  const unchanged = async (name: string, before: string): Promise<void> =>
    target.check((await state()) === before, `sessions: ${name} changed data`);
  const before = await state();
  target.check(before.includes('Untouched'), 'sessions: the session can’t read the form');

  const changes = [
    { method: 'PATCH', path: form, body: '{"name":"Taken"}' },
    { method: 'DELETE', path: form, body: '' },
    { method: 'POST', path: '/v1/api-keys', body: '{"type":"management","name":"Mine"}' },
    { method: 'POST', path: '/v1/members', body: '{"email":"eve@example.com","role":"owner"}' },
    { method: 'POST', path: '/v1/session/sign-out', body: '' },
  ];
  let forged = 0;
  for (const origin of foreignOrigins(own))
    for (const change of changes)
      for (const type of CONTENT_TYPES) {
        const headers = {
          cookie,
          'content-type': type,
          referer: `${own.origin}/console`,
          ...(origin !== undefined && { origin }),
        };
        const { status } = await send({ ...change, headers });
        forged += 1;
        target.check(
          status === 403,
          `sessions: ${change.method} ${change.path} from ${JSON.stringify(origin)} as ${type} is ${status}`,
        );
      }
  await unchanged('a forged request', before);

  const page = { cookie, origin: own.origin };
  for (const name of OVERRIDES)
    for (const path of [form, `${form}?_method=DELETE`]) {
      await send({ path, headers: { ...page, [name]: 'DELETE' } });
      await send({ method: 'HEAD', path, headers: { ...page, [name]: 'DELETE' } });
      await send({ method: 'OPTIONS', path, headers: { ...page, [name]: 'DELETE' } });
    }
  for (const path of ['/v1/session/sign-out', '/v1/session', '/v1/api-keys', `${form}/submissions/export`])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE'])
      await send({ method, path, headers: page });
  await unchanged('a request with another method', before);

  const junk = value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const prefix = '__Host-svc-session';
  const cookies: [string, string | string[], number][] = [
    ['with its name in different case', `__host-svc-session=${value}`, 401],
    ['after a non-ASCII space', `\u00a0${prefix}=${value}`, 401],
    ['without a name', `=${value}`, 401],
    ['with a changed secret', `${prefix}=${junk}`, 401],
    ['of another member', `${prefix}=${value.replace(/\.[^.]+\./, '.mem_01KQ4S0D80T7H2W5J9R3X6M8QC.')}`, 401],
    ['of another account', `${prefix}=${value.replace(/^acc_[^.]+/, 'acc_000000000000')}`, 401],
    ['in quotes', `${prefix}="${value}"`, 401],
    ['percent-encoded', `${prefix}=${value.replaceAll('.', '%2E')}`, 401],
    ['together with an unprefixed cookie', [`svc-session=${junk}`, `${prefix}=${value}`], 200],
  ];
  for (const [name, sent, expected] of cookies) {
    const { status } = await send({ path: '/v1/me', headers: { cookie: sent } });
    target.check(status === expected, `sessions: a cookie ${name} gets ${status}`);
  }
  const beside: [string, string, number][] = [
    ['a malformed key', 'Bearer svc_mgmt_x', 401],
    ['nothing', '', 401],
    ['another scheme', 'Basic OmE=', 401],
    ['a submission key', `Bearer ${outputs.submission_key}`, 403],
  ];
  for (const [name, authorization, expected] of beside) {
    const { status } = await send({ path: '/v1/members', headers: { ...page, authorization } });
    target.check(status === expected, `sessions: a cookie together with ${name} gets ${status}`);
  }
  const posted = await send({
    method: 'POST',
    path: '/en/api',
    headers: { ...page, 'content-type': 'application/json' },
    body: JSON.stringify({ form: outputs.form.slug, fields: { a: 'b' } }),
  });
  target.check(posted.status === 401, `sessions: a form post with a cookie gets ${posted.status}`);
  await unchanged('an odd cookie', before);

  const ended = await send({ method: 'POST', path: '/v1/session/sign-out', headers: page });
  const after = await send({ path: '/v1/me', headers: { cookie } });
  target.check(
    ended.status === 204 && after.status === 401,
    `sessions: a request after signing out gets ${after.status}`,
  );
  target.check(
    !target.service.printed().includes(value.split('.')[2] ?? value),
    'sessions: the service printed a secret',
  );
  target.print(`${forged} forged changes with a session's cookie`, 0, '403', 0, undefined, 'nothing');
}
