/**
 * Tests the forms package as users would install it: packed, in a separate folder, against a service that
 * first responds with errors.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '../../packages/forms');
const folder = mkdtempSync(join(tmpdir(), 'svc-test-package-'));

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let heard: Heard[] = [];
let answers: { status: number; body?: unknown; headers?: Record<string, string> }[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  const npm = (args: string[], cwd: string): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  npm(['pack', '--pack-destination', folder], PACKAGE);
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], folder);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body, headers } = answers.shift() ?? { status: 500 };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/f/contact`;
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  heard = [];
});

/** Runs a program that loads the installed package and submits a form. */
async function submitForm(...args: unknown[]): Promise<unknown> {
  const file = join(folder, 'node_modules/@svc-forms/forms/dist/index.js');
  const loaded = (await import(file)) as { submitForm: (...args: unknown[]) => Promise<unknown> };
  return loaded.submitForm(...args);
}

it('retries with the same key until the service accepts the submission', async () => {
  answers = [
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 201, body: { id: 'sub_1' } },
  ];
  const retries: unknown[] = [];
  const result = await submitForm(url, { name: 'Ada' }, { onRetry: (retry: object) => retries.push(retry) });
  expect(result).toEqual({ ok: true, id: 'sub_1' });
  expect(retries).toMatchObject([{ attempt: 1, status: 503 }]);
  expect(heard.map(({ body }) => body)).toEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
  expect(heard[0]?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  expect(heard[0]?.headers['idempotency-key']).toBe(heard[1]?.headers['idempotency-key']);
});

it('reports errors by field', async () => {
  const errors = [{ path: 'email', code: 'email', message: 'Bitte eine E-Mail-Adresse' }];
  answers = [{ status: 422, body: { code: 'validation-failed', detail: 'Wrong', errors } }];
  expect(await submitForm(url, { email: 'ada' }, { language: 'de', idempotencyKey: 'mine' })).toEqual({
    ok: false,
    status: 422,
    type: 'validation-failed',
    message: 'Wrong',
    errors,
  });
  expect(heard[0]?.headers).toMatchObject({ 'accept-language': 'de', 'idempotency-key': 'mine' });
});

it("uploads a large file before the form and doesn't upload it again on a retry", async () => {
  const bucket = url.replace('/v1/f/contact', '/bucket');
  answers = [
    { status: 201, body: { upload_id: 'upl_1', url: bucket, fields: { key: 'uploads/1' } } },
    { status: 204 },
    { status: 403, body: { type: 'x/form-not-live' } },
    { status: 201, body: { id: 'sub_2' } },
  ];
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('film', new File(['f'.repeat(4_000_001)], 'film.mp4', { type: 'video/mp4' }));
  const uploaded = new Map();
  expect(await submitForm(url, form, { uploaded })).toMatchObject({ ok: false, status: 403 });
  expect(await submitForm(url, form, { uploaded })).toEqual({ ok: true, id: 'sub_2' });
  expect(JSON.parse(heard[0]!.body)).toEqual({
    field: 'film',
    name: 'film.mp4',
    content_type: 'video/mp4',
    size: 4_000_001,
  });
  expect(heard[1]!.body).toContain('uploads/1');
  for (const post of heard.slice(2)) {
    expect(post.body).toMatch(/name="_uploads"\s+upl_1\s/);
    expect(post.body).not.toContain('film.mp4');
  }
});

it('stops if its signal is aborted', async () => {
  answers = [{ status: 503 }];
  const ended = new AbortController();
  const sending = submitForm(
    url,
    { name: 'Ada' },
    { signal: ended.signal, onRetry: () => ended.abort(new Error('enough')) },
  );
  await expect(sending).rejects.toThrow('enough');
});

it('gives up after the maximum number of retries', async () => {
  answers = [];
  const result = await submitForm(url, { name: 'Ada' }, { retries: 1 });
  expect(result).toMatchObject({ ok: false, status: 500, type: '', message: '', errors: [] });
  expect(heard).toHaveLength(2);
});
