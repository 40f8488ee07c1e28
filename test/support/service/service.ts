/** The whole service as `npm start` runs it, for a test of its own: own free port, own folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { DemoAccount } from '../../../cli/demo-account.ts';
import { checkedFetch, contractAt, type CheckedFetch } from '../contract/checked-fetch.ts';

const outputs = z.looseObject({
  base_url: z.string(),
  account_id: z.string(),
  management_key: z.string(),
  submission_key: z.string(),
  form: z.object({ id: z.string(), slug: z.string() }),
});

/** A service that runs, and an account of it. */
export interface ServiceUnderTest {
  readonly outputs: z.infer<typeof outputs>;
  readonly baseUrl: string;
  readonly folder: string;
  /** A call of the service. Rejects when the answer is not as the service's own OpenAPI document says. */
  readonly request: CheckedFetch;
  /** A call of the management API with the account's key; the answer's JSON beside its status. */
  manage(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

/** A service of a test's own; its account is the demo account. */
export interface RunningService extends ServiceUnderTest {
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  printed(): string;
  /** Ctrl-C, and the folder is gone unless `keep`. */
  stop(options?: { keep?: boolean }): Promise<number | null>;
  /** As `kill -9`; the folder stays. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  /** Folder of an earlier run; a new one when absent. */
  readonly folder?: string;
  readonly env?: Record<string, string>;
  /** Fill the demo account, as a first `npm start` does. */
  readonly withDemoData?: boolean;
}

const manifest = z.object({ scripts: z.object({ start: z.string() }) });
/** What Node gets from the script of `npm start`. */
export const START_ARGS = manifest
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')))
  .scripts.start.split(' ')
  .slice(2);

/** Less than the 60 s that `beforeAll` has: what it waits for in vain would go on until the run ends. */
const START_LIMIT_MS = 50_000;

/** A service that does not end within this time is killed, and its exit code is null. */
const STOP_LIMIT_MS = 30_000;

/** Starts the service and waits until it says that it is ready; rejects when it does not in time, and ends it. */
export async function startService({
  folder,
  env,
  withDemoData = false,
}: ServiceOptions = {}): Promise<RunningService> {
  const where = folder ?? mkdtempSync(join(tmpdir(), 'svc-test-service-'));
  const child = spawn(process.execPath, [...START_ARGS, ...(withDemoData ? [] : ['--empty'])], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', SVC_LOCAL_DIR: where, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The service was not ready within ${START_LIMIT_MS / 1000} s:\n${text}`));
    }, START_LIMIT_MS);
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      if (!text.includes('ready in')) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The service ended with ${String(code)}:\n${text}`));
    });
  });
  return {
    ...(await serviceIn(where)),
    process: child,
    printed: () => text,
    async stop({ keep = false } = {}) {
      child.kill('SIGINT');
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const [code] = (await ended) as [number | null];
      clearTimeout(limit);
      assertNothingDenied(where);
      if (!keep) rmSync(where, { recursive: true, force: true });
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * The service that runs with its state in `folder`.
 * @param account in place of the demo account
 */
export async function serviceIn(folder: string, account?: DemoAccount): Promise<ServiceUnderTest> {
  const text = readFileSync(join(folder, 'outputs.json'), 'utf8');
  const found = { ...outputs.parse(JSON.parse(text)), ...account };
  const request = checkedFetch(found.base_url, await contractAt(found.base_url));
  return {
    outputs: found,
    baseUrl: found.base_url,
    folder,
    request,
    async manage(method, path, body) {
      const response = await request(path, {
        method,
        headers: {
          authorization: `Bearer ${found.management_key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = await response.text();
      return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
    },
  };
}

/** No function asked for what its role does not allow: as on AWS, that is a bug of the stack. */
function assertNothingDenied(folder: string): void {
  const file = join(folder, 'errors.log');
  if (!existsSync(file)) return;
  const denied = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('is not authorized to perform'));
  if (denied.length > 0) throw new Error(`Calls were denied:\n${denied.join('\n')}`);
}
