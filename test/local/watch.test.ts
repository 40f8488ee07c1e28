/** Changes source files in a copy of the repository while the service runs, with and without `--watch`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { READERS } from '../../lib/bundling/changed-functions.ts';
import { START_ARGS } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'bin',
  'cli',
  'console',
  'docs',
  'lambdas',
  'lib',
  'local',
  'packages',
  'CHANGELOG.md',
  'cdk.json',
  'package.json',
  'tsconfig.json',
];

const copy = mkdtempSync(join(tmpdir(), 'svc-watch-'));
const running: ChildProcess[] = [];

beforeAll(() => {
  const filter = (path: string): boolean => basename(path) !== 'node_modules';
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
});

afterAll(async () => {
  for (const each of running.filter(({ exitCode }) => exitCode === null)) {
    each.kill();
    await once(each, 'exit');
  }
  rmSync(copy, { recursive: true, force: true });
});

function edit(path: string, from: string | RegExp, to: string): void {
  const file = join(copy, path);
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} has no ${String(from)}`);
  writeFileSync(file, after);
}

/** Starts the service from the copy and waits until it is ready. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [...START_ARGS, '--empty', ...args], {
    cwd: copy,
    env: { PATH: process.env['PATH'], PORT: '0', SVC_LOCAL_DIR: join(copy, '.local') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  const ended = new AbortController();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.once('exit', () => ended.abort(new Error(`The service has ended: ${errors}`)));
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  /** Waits for matching output that was printed after the previous match, and returns it. */
  const printed = async (expected: RegExp): Promise<string> => {
    for (;;) {
      const [found] = expected.exec(text) ?? [];
      if (found !== undefined) {
        text = text.slice(text.indexOf(found) + found.length);
        return found;
      }
      await once(child.stdout, 'data', { signal: ended.signal });
    }
  };
  const baseUrl = (await printed(/http:\/\/127\.0\.0\.1:\d+/)).trim();
  await printed(/Press Ctrl-C to stop.*/);
  return {
    printed,
    rest: () => text,
    status: async (): Promise<unknown> => {
      const response = await fetch(`${baseUrl}/v1/health`);
      return ((await response.json()) as { status: unknown }).status;
    },
    get: async (path: string, init?: RequestInit) => (await fetch(baseUrl + path, init)).text(),
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const HEALTH = 'lambdas/api/health/health.ts';

it('reloads changed functions, pages, and console files, keeps working code, and reports when a restart is needed', async () => {
  const service = await start('--watch');
  expect(await service.status()).toBe('ok');

  edit(HEALTH, "status: 'ok'", "status: 'changed'");
  await service.printed(/Reloaded 1 function in [\d.]+ s/);
  expect(await service.status()).toBe('changed');

  edit(HEALTH, "status: 'changed'", "status: 'broken' = ;");
  expect(await service.printed(/was not loaded[^]*health\.ts:\d+:\d+/)).toContain('keeps the earlier code');
  expect(await service.status()).toBe('changed');
  edit(HEALTH, "status: 'broken' = ;", "status: 'mended'");
  await service.printed(/Reloaded 1 function/);
  expect(await service.status()).toBe('mended');

  // Submissions go to the web function, which shares a thread with the server. The service renders the
  // thank-you page.
  const post = {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ name: 'Ada' }),
  };
  edit('lambdas/http/html-page.ts', '--field: #f6f7f9', '--field: #f6f7aa');
  await service.printed(/Reloaded \d+ functions/);
  expect(await service.get('/v1/f/contact', post)).toContain('#f6f7aa');

  edit('console/styles.css', /$/, '\n.marked-by-the-test { color: red }\n');
  await service.printed(/Reloaded 1 function/);
  const [styles = ''] = /\/console\/assets\/styles[^"]+/.exec(await service.get('/console')) ?? [];
  expect(await service.get(styles)).toContain('marked-by-the-test');

  edit('lib/make-app.ts', /$/, '\n');
  expect(await service.printed(/.*Restart npm start.*/)).toMatch(/^lib\/make-app\.ts has changed\./);
  await service.stop();
}, 180_000);

it('without --watch, reports only once that a restart is needed', async () => {
  const service = await start();
  const status = await service.status();
  edit(HEALTH, /$/, '\n');
  expect(await service.printed(/.*Restart npm start.*/)).toMatch(
    /^lambdas\/api\/health\/health\.ts has changed\./,
  );
  edit(HEALTH, /status: '\w+'/, "status: 'unseen'");
  expect(await service.status()).toBe(status);
  await service.stop();
  expect(service.rest()).not.toContain('has changed');
}, 180_000);

it.each(READERS)('finds the module that reads %s', (start, reader) => {
  expect([start, reader].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
