/**
 * Sends large submissions that are too long, endless, slow, truncated or mislabeled. Also tests clients that
 * forge their IP address.
 */
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { file, multipart, MULTIPART, text as textPart } from '../support/samples/multipart.ts';
import { sendRaw } from './raw-request.ts';
import type { Target } from './target.ts';

const MEGABYTE = 1024 * 1024;
const PART = '--x-boundary\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n';

export async function attackLargePosts(target: Target): Promise<void> {
  const headers = { 'content-type': MULTIPART };

  const form = await target.form();
  const path = `/v1/f/${form.slug}`;
  await target.grows(
    'a file of 25 and 200 MB on a plan with 25',
    (factor) => ({ path, headers, body: multipart(file('f', 'f', Buffer.alloc(factor * 25 * MEGABYTE))) }),
    [201, 413],
  );
  await target.grows(
    'boundaries that never end, 5 and 40 MB',
    (factor) => ({ path, headers, body: Buffer.alloc(factor * 5 * MEGABYTE, '\r\n--x-boundar') }),
    [400],
  );
  await target.grows(
    'text instead of a file, 5 and 40 MB',
    (factor) => ({ path, headers, body: multipart(textPart('t', Buffer.alloc(factor * 5 * MEGABYTE, 'a'))) }),
    [413],
  );
  await cutOff(target);
  await forged(target);
}

/** Sends requests with bodies that never end. */
async function cutOff(target: Target): Promise<void> {
  const form = await target.form();
  const { port } = new URL(target.service.baseUrl);
  const head = (length: string) =>
    `POST /v1/f/${form.slug} HTTP/1.1\r\nhost: a\r\ncontent-type: ${MULTIPART}\r\n${length}\r\n\r\n${PART}`;
  const sockets: Socket[] = [];
  for (let count = 0; count < 40; count += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(head(count % 2 === 0 ? 'content-length: 99999999' : 'transfer-encoding: chunked'));
    if (count % 2 === 0) socket.write(Buffer.alloc(2 * MEGABYTE));
    sockets.push(socket);
  }
  // Unfinished requests that use disk space don't block other submissions.
  const { status } = await target.send({
    path: `/v1/f/${form.slug}`,
    body: Buffer.from('a=b'),
    headers: URLENCODED,
  });
  target.check(status === 201, `a short post during forty unfinished ones: got ${status}`);
  for (const socket of sockets) socket.destroy();
  const stored = await target.stored(form);
  target.check(stored.startsWith('1 '), `interrupted posts: stored ${stored}`);
  for (let waits = 0; leftIn(target, 'tmp').length > 0 && waits < 50; waits += 1) await pause(100);
  target.check(leftIn(target, 'tmp').length === 0, 'interrupted posts left temporary files');
  target.check(
    !leftIn(target, 's3').some((name) => name.includes(form.id)),
    'interrupted posts left objects in the bucket',
  );
  target.print('forty posts that never end', 40 * 2 * MEGABYTE, String(status), 0, undefined, stored);

  const endless = connect(Number(port), '127.0.0.1');
  endless.on('error', () => undefined);
  endless.write(`POST /v1/f/${form.slug} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000000\r\n\r\n`);
  const answered = await text(endless);
  // The streaming function responds with a 413 immediately. The platform first tries to send the whole
  // request, and then gives up.
  target.check(/^HTTP\/1\.1 (413|502) /.test(answered), `a terabyte: got ${answered.slice(0, 40)}`);
}

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

function leftIn({ service }: Target, name: string): string[] {
  const folder = join(service.folder, name);
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
}

/** Tests that a client can't bypass the rate limit by forging IP addresses. */
async function forged(target: Target): Promise<void> {
  const form = await target.form({ rate_limit: 5 });
  const statuses: number[] = [];
  for (let at = 1; at <= 20; at += 1) {
    const { status } = await sendRaw(target.service.baseUrl, {
      method: 'POST',
      path: `/v1/f/${form.slug}`,
      headers: {
        ...URLENCODED,
        'x-forwarded-for': [`203.0.113.${at}`, `203.0.113.${at}, 198.51.100.${at}`],
        'x-real-ip': `203.0.113.${at}`,
        'svc-edge-secret': ['', 'a'.repeat(64)],
        'x-forwarded-host': 'attacker.example',
        'lambda-web-request-id': 'chosen',
      },
      body: 'a=b',
    });
    statuses.push(status);
  }
  const taken = statuses.filter((status) => status === 201).length;
  target.check(taken === 5, `twenty forged addresses: ${taken} posts accepted, 5 allowed`);
  target.print(
    'twenty forged addresses',
    60,
    [...new Set(statuses)].join(' '),
    0,
    undefined,
    `${taken} accepted`,
  );
  const page = await sendRaw(target.service.baseUrl, {
    method: 'POST',
    path: '/v1/f/nothing-here',
    headers: { ...URLENCODED, 'x-forwarded-host': 'attacker.example', host: 'attacker.example' },
    body: 'a=b',
  });
  target.check(
    !page.text.includes('attacker.example'),
    'a response contains a host name that the client made up',
  );
}
