/** Tests the local issuer with two tabs in one browser. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import type { AddressInfo } from 'node:net';
import { issuerListener } from '../../local/issuer/issuer-provider.ts';
import { makeIssuerTables } from '../../local/issuer/issuer-records.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';

const SERVICE = 'http://127.0.0.1:9';
const CALLBACK = `${SERVICE}/console/callback`;
/** Verifier and challenge from the example in RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let server: Server;
let issuer: string;
const failures: string[] = [];

beforeAll(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journal = new DatabaseSync(':memory:');
  makeIssuerTables(journal);
  const options = {
    journal,
    clientId: 'svc-forms',
    serviceUrl: SERVICE,
    onError: (message: string) => failures.push(message),
  };
  server.on('request', issuerListener(issuer, options));
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

/**
 * Signs in with a browser that has these cookies, and returns the authorization code that the issuer sends
 * back.
 */
async function codeFor(email: string, cookies: Map<string, string>): Promise<string> {
  const query = new URLSearchParams({
    client_id: 'svc-forms',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
  });
  let url = `${issuer}/auth?${query.toString()}`;
  let init: RequestInit = {};
  while (!url.startsWith(CALLBACK)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetchUnchecked(url, {
      ...init,
      headers: { cookie, origin: issuer },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    init = location === null ? { method: 'POST', body: new URLSearchParams({ email }) } : {};
    url = new URL(location ?? url, url).href;
  }
  return new URL(url).searchParams.get('code')!;
}

async function redeemed(code: string): Promise<number> {
  const { status } = await fetchUnchecked(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'svc-forms',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }),
  });
  return status;
}

it.each([
  ['in order', [0, 1]],
  ['the later one first', [1, 0]],
])('redeems the codes of two tabs that started at the same time, %s, once each', async (_, order) => {
  const cookies = new Map<string, string>();
  const codes = [await codeFor('ann@example.com', cookies), await codeFor('ann@example.com', cookies)];
  for (const index of order) expect(await redeemed(codes[index]!)).toBe(200);
  expect(await redeemed(codes[0]!)).toBe(400);
  expect(failures).toEqual([]);
});
