/** Starts dynoxide, the native DynamoDB emulator, or connects to the one at DYNAMODB_ENDPOINT. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunnerError, hasCode } from '../runner-error.ts';
import { freePort } from '../free-port.ts';
import type { Service } from '../running-services.ts';

/** A running DynamoDB emulator. */
export interface DynamoDbEmulator extends Service {
  readonly endpoint: string;
  /**
   * The emulator's tool server, for tasks that the DynamoDB API doesn't support. Absent for an external
   * DynamoDB.
   */
  readonly tools?: { readonly endpoint: string; readonly token: string };
}

/**
 * A script that runs the command in its arguments and terminates it when standard input closes. The runner
 * holds the other end of the pipe, so the emulator stops when the runner does, even if the runner is killed and
 * can't clean up.
 */
const BOUND_TO_STDIN = `
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
(cat <&3 >/dev/null; kill "$child") 2>/dev/null &
guard=$!
exec 3<&-
wait "$child"
status=$?
kill "$guard" 2>/dev/null
exit "$status"
`;

/**
 * Connects to a DynamoDB that is already running (`DYNAMODB_ENDPOINT`), for example DynamoDB Local. Emptying
 * the data folder doesn't delete its data, and the runner doesn't delete its expired items.
 * @throws RunnerError if nothing responds at the endpoint
 */
export async function foreignDynamoDb(endpoint: string): Promise<DynamoDbEmulator> {
  if (!(await answers(endpoint))) throw new RunnerError(`DYNAMODB_ENDPOINT: nothing responds at ${endpoint}`);
  return { endpoint, stop: () => Promise.resolve() };
}

/**
 * Starts the native `dynoxide` binary on a free port of 127.0.0.1, with its data in `databaseFile`.
 * @throws RunnerError if there is no binary for this system or it doesn't start
 */
export async function startDynoxide(databaseFile: string, logFile: string): Promise<DynamoDbEmulator> {
  const binary = dynoxideBinary();
  // Another program may take the free port before the emulator starts, so try again with another port.
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(binary, databaseFile, logFile);
    if (started !== undefined) return started;
    if (attempt === 3) throw new RunnerError(`the DynamoDB emulator failed to start; see its log ${logFile}`);
  }
}

function dynoxideBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const directory = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return directory.replace(/package\.json$/, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw new RunnerError(
      `there is no DynamoDB emulator for this system (${name} is not installed). ` +
        'Run DynamoDB Local and set DYNAMODB_ENDPOINT, for example: DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
      { cause },
    );
  }
}

async function tryStart(
  binary: string,
  databaseFile: string,
  logFile: string,
): Promise<DynamoDbEmulator | undefined> {
  const [port, toolsPort] = [await freePort(), await freePort()];
  const token = randomUUID();
  const log = openSync(logFile, 'a', 0o600);
  const options = ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', databaseFile];
  const tools = ['--mcp', '--mcp-port', String(toolsPort)];
  const shell = spawn('sh', ['-c', BOUND_TO_STDIN, 'dynoxide', binary, ...options, ...tools], {
    stdio: ['pipe', log, log],
    // Runs in its own process group, so that Ctrl-C in the terminal doesn't end the database before the
    // runner has finished.
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      DYNOXIDE_MCP_AUTH_TOKEN: token,
      // Only one thread at a time can use the database. Writes are a sixth faster with a single thread.
      TOKIO_WORKER_THREADS: '1',
    },
  });
  closeSync(log);
  const ended = Promise.race([once(shell, 'exit'), once(shell, 'error')]);
  const endpoint = `http://127.0.0.1:${port}`;
  if (!(await answersBefore(endpoint, shell, ended))) return undefined;
  const toolServer = { endpoint: `http://127.0.0.1:${toolsPort}/mcp`, token };
  return { endpoint, tools: toolServer, stop: () => stopShell(shell, ended) };
}

/** Returns true if the endpoint responds. DynamoDB responds to unsigned requests with an error. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint, { method: 'POST', body: '{}' })).text();
    return true;
  } catch {
    return false;
  }
}

async function answersBefore(
  endpoint: string,
  shell: ChildProcess,
  ended: Promise<unknown>,
): Promise<boolean> {
  const deadline = Date.now() + 5000;
  while (isRunning(shell) && Date.now() < deadline) {
    if (await answers(endpoint)) return true;
    await Promise.race([sleep(5), ended]);
  }
  await stopShell(shell, ended);
  return false;
}

async function stopShell(shell: ChildProcess, ended: Promise<unknown>): Promise<void> {
  shell.stdin?.destroy();
  if (!isRunning(shell)) return;
  await Promise.race([ended, sleep(2000, undefined, { ref: false })]);
  if (isRunning(shell) && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
}

function isRunning(shell: ChildProcess): boolean {
  return shell.pid !== undefined && shell.exitCode === null && shell.signalCode === null;
}
