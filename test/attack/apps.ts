/** Attacks the app endpoints with open redirects, response injection, and brute-forced codes and tokens. */
import { sendRaw } from './raw-request.ts';
import type { Target } from './target.ts';

const REDIRECT_URI = 'https://platform.example/callback';

/** Redirect URIs that differ from the registered URI. */
const ELSEWHERE = [
  'https://evil.example/callback',
  '//evil.example/callback',
  'https://platform.example.evil.example/callback',
  'https://platform.example@evil.example/callback',
  'https://evil.example\\@platform.example/callback',
  'https://platform.example/callback/../evil',
  'https://platform.example/callback#evil',
  'https://platform.example/callback%0d%0aset-cookie:a=b',
  'https://platform.example/callback\r\nset-cookie: a=b',
  'https://platform.example:443/callback',
  'https://PLATFORM.example/callback',
  'https://platform.example./callback',
  'http://platform.example/callback',
  'javascript:alert(document.domain)',
  'data:text/html,evil',
  `https://platform.example/${'a'.repeat(3000)}`,
];

/** Values of the `state` parameter that must be returned unchanged, and only to the app. */
const STATES = [
  '\r\nset-cookie: a=b',
  '"><script>alert(1)</script>',
  '&code=evil',
  '#code=evil',
  '\u0000',
  '%00',
];

const PAGE = { accept: 'text/html' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export async function attackApps(target: Target): Promise<void> {
  const { service } = target;
  const { baseUrl } = service;
  const app = { name: 'Evil <b>', redirect_uris: [REDIRECT_URI], type: 'public' };
  const { body } = await service.manage('POST', '/v1/oauth-clients', app);
  const request = {
    response_type: 'code',
    client_id: String(body.id),
    redirect_uri: REDIRECT_URI,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  };
  const ask = (given: Record<string, string>) =>
    sendRaw(baseUrl, {
      path: `/oauth/authorize?${new URLSearchParams({ ...request, ...given }).toString()}`,
      headers: PAGE,
    });

  for (const redirect_uri of ELSEWHERE) {
    const { status, headers } = await ask({ redirect_uri, scope: 'nothing' });
    const isRefused = (status === 400 || status === 422) && headers.location === undefined;
    target.check(
      isRefused,
      `apps: ${JSON.stringify(redirect_uri.slice(0, 80))} gets ${status} ${headers.location ?? ''}`,
    );
  }
  for (const state of STATES) {
    const { status, headers } = await ask({ state, scope: 'nothing' });
    const to = new URL(headers.location ?? 'http://nowhere.invalid');
    const isCarried =
      status === 302 &&
      `${to.origin}${to.pathname}` === REDIRECT_URI &&
      to.hash === '' &&
      to.searchParams.get('state') === state &&
      !to.searchParams.has('code') &&
      headers['set-cookie'] === undefined;
    target.check(isCarried, `apps: the state ${JSON.stringify(state)} leads to ${status} ${to.href}`);
  }
  const answers: readonly (readonly [string, Record<string, string>])[] = [
    ['another website', { origin: 'https://evil.example' }],
    ['no website', {}],
    ['the service without a session', { origin: new URL(baseUrl).origin }],
  ];
  for (const [who, headers] of answers) {
    const fields = { ...request, scope: 'read', token: `1.${'A'.repeat(43)}`, decision: 'allow' };
    const { status, headers: got } = await target.send({
      path: '/oauth/authorize',
      method: 'POST',
      headers: { ...FORM, ...PAGE, ...headers },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
    target.check(status === 403 && !got.has('location'), `apps: a decision from ${who} gets ${status}`);
  }
  const grants: readonly Record<string, string>[] = [
    {
      grant_type: 'authorization_code',
      code: `svc_ac_${'0'.repeat(38)}`,
      redirect_uri: REDIRECT_URI,
      code_verifier: 'v'.repeat(43),
    },
    {
      grant_type: 'authorization_code',
      code: '\u0000',
      redirect_uri: REDIRECT_URI,
      code_verifier: 'v'.repeat(43),
    },
    {
      grant_type: 'authorization_code',
      code: 'a'.repeat(7000),
      redirect_uri: REDIRECT_URI,
      code_verifier: '',
    },
    { grant_type: 'refresh_token', refresh_token: `svc_rt_${'0'.repeat(108)}` },
    { grant_type: 'refresh_token', refresh_token: `svc_rt_${'a'.repeat(7000)}` },
  ];
  for (const grant of grants) {
    const { status, text } = await target.send({
      path: '/oauth/token',
      method: 'POST',
      headers: FORM,
      body: Buffer.from(new URLSearchParams({ client_id: request.client_id, ...grant }).toString()),
    });
    target.check(
      status === 400 && text.includes('"error"'),
      `apps: ${JSON.stringify(grant).slice(0, 80)} gets ${status}`,
    );
  }
}
