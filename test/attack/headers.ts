/**
 * Attacks HTTP headers: caches that keep private responses, pages in frames, consent pages that other
 * websites read, and requests with two `Host` headers.
 */
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sendRaw } from './raw-request.ts';
import type { Target } from './target.ts';

const EVIL = 'https://evil.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Paths that a shared cache must not store, because it would serve the responses to other callers. */
const PRIVATE = [
  '/v1/forms',
  '/v1/usage',
  '/v1/me',
  '/v1/api-keys',
  '/v1/webhooks',
  '/v1/audit-log',
  '/v1/nothing',
];
/** Pages that other websites must not be able to embed in a frame. */
const PAGES = [
  '/',
  '/docs',
  '/console',
  '/oauth/authorize?client_id=x',
  '/problems/not-found',
  '/console/sign-in',
];

export async function attackHeaders(target: Target): Promise<void> {
  const { baseUrl, outputs } = target.service;
  const keyed = { authorization: `Bearer ${outputs.management_key}` };
  for (const path of PRIVATE) {
    for (const headers of [keyed, {}, { authorization: 'Bearer wrong' }]) {
      const { status, headers: got } = await sendRaw(baseUrl, { path, headers });
      const cached = got['cache-control'];
      const isPrivate =
        cached === 'no-store' ||
        (cached === 'private, no-cache' && /authorization, *cookie/i.test(got.vary ?? ''));
      target.check(isPrivate, `headers: ${path} → ${status} is cached as ${cached}, vary: ${got.vary}`);
      target.check(
        got['x-content-type-options'] === 'nosniff',
        `headers: ${path} → ${status} allows content sniffing`,
      );
    }
  }
  for (const path of PAGES) {
    const { status, headers } = await sendRaw(baseUrl, { path, headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy'] ?? '');
    const isPage = headers['content-type']?.startsWith('text/html') === true;
    target.check(
      !isPage || policy.includes("frame-ancestors 'none'"),
      `headers: ${path} → ${status} can be framed`,
    );
  }
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const asked = { origin: EVIL, 'access-control-request-method': 'GET' };
    const { status, headers } = await sendRaw(baseUrl, { method, path: '/oauth/authorize', headers: asked });
    const named = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    target.check(named.length === 0, `headers: ${method} /oauth/authorize → ${status} with ${named.join()}`);
  }
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    for (const query of ['?client_secret=x', '?utm_source=x', '?a=1&a=2', '?%ff']) {
      const {
        status,
        headers,
        text: body,
      } = await sendRaw(baseUrl, {
        method: 'POST',
        path: `${path}${query}`,
        headers: FORM,
        body: 'grant_type=client_credentials',
      });
      const isOauth = status === 400 && /"error":"invalid_request"/.test(body);
      target.check(isOauth, `headers: ${path}${query} → ${status} ${headers['content-type']} ${body}`);
    }
  }
  for (const line of ['POST /v1/f/contact', 'GET /v1/forms', 'GET /oauth/authorize']) {
    const answer = await withTwoHosts(baseUrl, line);
    target.check(
      answer.startsWith('HTTP/1.1 400 '),
      `headers: ${line} with two hosts: ${answer.slice(0, 40)}`,
    );
  }
}

/** Sends a request with two `Host` headers, which no HTTP client does. */
async function withTwoHosts(baseUrl: string, line: string): Promise<string> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${line} HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
  return text(socket);
}
