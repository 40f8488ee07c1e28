/** Tests the pages that show the e-mails of the local service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withMail } from '../../local/mail/mail-requests.ts';

const ID = '27ffb231-7191-42dc-87ad-f74287fbd483';
const OLDER = '11111111-7191-42dc-87ad-f74287fbd483';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-mail-'));
  const mail = (subject: string, html: string) =>
    `From: Forms <forms@example.com>\r\nTo: ann@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
    'Content-Type: multipart/alternative; boundary="b"\r\n\r\n' +
    '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nOpen <b> https://forms.example/x?a=1&b=2 now\r\n' +
    `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--\r\n`;
  writeFileSync(join(folder, `2026-11-24T13-00-00-000Z-${OLDER}.eml`), mail('Older', '<p>x</p>'));
  writeFileSync(
    join(folder, `2026-11-24T14-00-00-000Z-${ID}.eml`),
    mail('<script>alert(1)</script>', '<html><head></head><body><script>alert(1)</script></body></html>'),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function get(url: string, { host = '127.0.0.1:8787', method = 'GET' } = {}) {
  const handler = withMail(
    () => Promise.resolve({ status: 299, headers: {}, body: Buffer.from('the API') }),
    folder,
  );
  const head = { method, url, httpVersion: '1.1', rawHeaders: ['Host', host], address: '127.0.0.1' };
  const { status, headers, body } = await handler({
    head,
    body: new Uint8Array(),
    requestId: 'r',
    receivedAt: new Date(),
    port: 8787,
  });
  return { status, headers, text: Buffer.from(body).toString('utf8') };
}

it('lists e-mails newest first and escapes them', async () => {
  const { status, headers, text } = await get('/mail');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).not.toContain('<script>');
  expect(text.indexOf(`href="/mail/${ID}"`)).toBeGreaterThan(0);
  expect(text.indexOf(`href="/mail/${OLDER}"`)).toBeGreaterThan(text.indexOf(ID));
});

it('shows an e-mail in a sandboxed frame, as text with links, and in its raw form', async () => {
  const { text } = await get(`/mail/${ID}`);
  expect(text).toContain(`src="/mail/${ID}/rendered" sandbox="allow-popups`);
  expect(text).toContain('Open &lt;b&gt; <a href="https://forms.example/x?a=1&amp;b=2">');
  expect(text).not.toContain('<script>');
  const rendered = await get(`/mail/${ID}/rendered`);
  expect(rendered.text).toContain('<head><base target="_top"></head>');
  expect(rendered.headers['content-security-policy']).toMatch(
    /^sandbox allow-popups (?!.*allow-(?:scripts|same-origin)).*default-src 'none'/,
  );
  const raw = await get(`/mail/${ID}/raw`);
  expect(raw.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(raw.text).toContain('Subject: <script>');
});

it('responds only to reads from this machine and leaves all other paths to the API', async () => {
  expect((await get('/mail', { host: 'rebound.example' })).status).toBe(403);
  expect((await get('/mail', { method: 'POST' })).status).toBe(405);
  for (const path of ['/mail/../outputs', `/mail/${ID}/other`, `/mail/${ID.replace('2', '3')}`])
    expect((await get(path)).status).toBe(404);
  expect((await get('/mailbox')).status).toBe(299);
  expect((await get('/v1/health')).status).toBe(299);
});
