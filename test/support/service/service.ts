/** Starts the whole service for one test, as `npm start` does, on a free port and with a new folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { makeDemoForm, type DemoAccount } from '../../../cli/demo-account.ts';
import { checkedFetch, type CheckedFetch } from '../../../smoke/contract/checked-fetch.ts';
import { contractAt } from '../contract/contract-at.ts';

const demoForm = z.object({ id: z.string(), slug: z.string() });
const outputs = z.looseObject({
  base_url: z.string(),
  account_id: z.string(),
  management_key: z.string(),
  submission_key: z.string(),
  form: demoForm.nullable(),
});

/** A running service and one of its accounts. */
export interface ServiceUnderTest {
  readonly outputs: z.infer<typeof outputs> & { readonly form: z.infer<typeof demoForm> };
  readonly baseUrl: string;
  readonly folder: string;
  /** Calls the service. Rejects if the response violates the service's OpenAPI document. */
  readonly request: CheckedFetch;
  /** Calls the management API with the account's key. Returns the status and the parsed JSON. */
  manage(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

/** A service for one test that contains the demo account. */
export interface RunningService extends ServiceUnderTest {
  readonly process: ChildProcess;
  /** Returns everything that the service has printed. */
  printed(): string;
  /** Stops the service with Ctrl-C and returns its exit code. Deletes its folder unless `keep` is set. */
  stop(options?: { keep?: boolean }): Promise<number | null>;
  /** Kills the service with `kill -9`. Keeps its folder. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  /** Folder with the data of a previous run. Defaults to a new folder. */
  readonly folder?: string;
  readonly env?: Record<string, string>;
  /** Fills the demo account with data, as the first `npm start` does. */
  readonly withDemoData?: boolean;
  /** Node.js arguments that start the service. Defaults to those of `npm start`. */
  readonly program?: readonly string[];
}

const manifest = z.object({ scripts: z.object({ start: z.string() }) });
/** Node.js arguments from the `npm start` script, without the leading `node`. */
export const START_ARGS = manifest
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')))
  .scripts.start.split(' ')
  .slice(1);

/**
 * Maximum time for the service to start. Must be less than Jest's `testTimeout` (180 s), so that a service
 * that fails to start is stopped before the end of the test run.
 */
const START_LIMIT_MS = 150_000;

/**
 * Maximum time for the service to stop. After this time, the service is killed, and its exit code is null.
 */
const STOP_LIMIT_MS = 30_000;

/** Starts the service and waits until it's ready. On timeout, stops the service and rejects. */
export async function startService({
  folder,
  env,
  withDemoData = false,
  program = START_ARGS,
}: ServiceOptions = {}): Promise<RunningService> {
  const where = folder ?? mkdtempSync(join(tmpdir(), 'svc-test-service-'));
  const child = spawn(process.execPath, [...program, ...(withDemoData ? [] : ['--empty'])], {
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

/** Number of times to ask for the account's form. Requests can fail on a busy machine, or because a test makes the store fail. */
const FORM_TRIES = 5;

/** Returns the account with its oldest form. Creates the form "Contact" if the account is empty. */
export async function withForm<Account extends { management_key: string; form: DemoAccount['form'] }>(
  account: Account,
  baseUrl: string,
): Promise<Account & { form: z.infer<typeof demoForm> }> {
  if (account.form) return { ...account, form: account.form };
  for (let tries = 1; ; tries += 1)
    try {
      return { ...account, form: await oldestForm(account.management_key, baseUrl) };
    } catch (error) {
      if (tries === FORM_TRIES) throw error;
    }
}

async function oldestForm(key: string, baseUrl: string): Promise<z.infer<typeof demoForm>> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  const listed = await fetch(`${baseUrl}/v1/forms`, { headers });
  if (!listed.ok) throw new Error(`Could not list the forms: ${await listed.text()}`);
  const { data } = z.object({ data: z.array(demoForm) }).parse(await listed.json());
  return data.at(-1) ?? makeDemoForm(key, baseUrl);
}

/**
 * Returns a running service with its state in `folder`, and an account that has a form.
 * @param account replaces the demo account
 */
export async function serviceIn(folder: string, account?: DemoAccount): Promise<ServiceUnderTest> {
  const text = readFileSync(join(folder, 'outputs.json'), 'utf8');
  const written = { ...outputs.parse(JSON.parse(text)), ...account };
  const found = await withForm(written, written.base_url);
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

/**
 * Throws an error if a function made a call that its IAM role doesn't allow, because the call would fail on
 * AWS.
 */
function assertNothingDenied(folder: string): void {
  const file = join(folder, 'errors.log');
  if (!existsSync(file)) return;
  const denied = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('is not authorized to perform'));
  if (denied.length > 0) throw new Error(`Calls were denied:\n${denied.join('\n')}`);
}
