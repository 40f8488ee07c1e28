/** Starts dynoxide, the native DynamoDB emulator, or connects to the one at DYNAMODB_ENDPOINT. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunnerError } from '../runner-error.ts';
import { freePort } from '../free-port.ts';
import type { Service } from '../running-services.ts';
import { boundToStdin, endTree } from './bound-process.ts';
import { findDynoxide } from './find-dynoxide.ts';

/** A running DynamoDB emulator. */
export interface DynamoDbEmulator extends Service {
  readonly endpoint: string;
  /**
   * Endpoint and token of the emulator's tool server, which provides functions that the DynamoDB API doesn't
   * have. Absent for an external DynamoDB endpoint.
   */
  readonly tools?: { readonly endpoint: string; readonly token: string };
}

/**
 * Connects to a DynamoDB endpoint that is already running (`DYNAMODB_ENDPOINT`), for example DynamoDB Local.
 * The runner doesn't delete this database's data or expired items, not even when it empties the data folder.
 * @throws RunnerError if nothing responds at the endpoint
 */
export async function foreignDynamoDb(endpoint: string): Promise<DynamoDbEmulator> {
  if (!(await answers(endpoint))) throw new RunnerError(`DYNAMODB_ENDPOINT: nothing responds at ${endpoint}`);
  return { endpoint, stop: () => Promise.resolve() };
}

/**
 * Starts the native `dynoxide` binary on a free port of 127.0.0.1, with its data in `databaseFile`.
 * @param binary path of the emulator. By default, `findDynoxide` finds or fetches it.
 * @throws RunnerError if there is no binary for this system, or the emulator doesn't start
 */
export async function startDynoxide(
  databaseFile: string,
  logFile: string,
  binary?: string,
): Promise<DynamoDbEmulator> {
  const found = binary ?? (await findDynoxide());
  // Another program may take the free port before the emulator starts, so try again with another port.
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(found, databaseFile, logFile);
    if (started !== undefined) return started;
    if (attempt === 3) throw new RunnerError(`the DynamoDB emulator failed to start; see its log ${logFile}`);
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
  const [program, args] = boundToStdin(binary, [...options, ...tools]);
  const child = spawn(program, args, {
    stdio: ['pipe', log, log],
    // Run the database in a separate process group, so that Ctrl-C in the terminal doesn't stop it before the
    // runner has finished.
    detached: true,
    // On Windows, a detached process gets a separate console. Hide its window.
    windowsHide: true,
    env: {
      ...systemVariables(),
      DYNOXIDE_MCP_AUTH_TOKEN: token,
      // Use a single thread, because only one thread can use the database at a time. This also makes writes a
      // sixth faster.
      TOKIO_WORKER_THREADS: '1',
    },
  });
  closeSync(log);
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]);
  const endpoint = `http://127.0.0.1:${port}`;
  if (!(await answersBefore(endpoint, child, ended))) return undefined;
  const toolServer = { endpoint: `http://127.0.0.1:${toolsPort}/mcp`, token };
  return { endpoint, tools: toolServer, stop: () => stopChild(child, ended) };
}

/**
 * Returns true if the endpoint responds. Any response counts, because DynamoDB rejects this unsigned request
 * with an error.
 */
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
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<boolean> {
  const deadline = Date.now() + 5000;
  while (isRunning(child) && Date.now() < deadline) {
    if (await answers(endpoint)) return true;
    await Promise.race([sleep(5), ended]);
  }
  await stopChild(child, ended);
  return false;
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.destroy();
  if (!isRunning(child)) return;
  await Promise.race([ended, sleep(2000, undefined, { ref: false })]);
  if (isRunning(child) && child.pid !== undefined) endTree(child.pid);
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Returns the environment variables that the operating system needs to start a program. */
function systemVariables(): Record<string, string> {
  const { PATH = '', SystemRoot, TEMP } = process.env;
  return { PATH, ...(SystemRoot !== undefined && { SystemRoot }), ...(TEMP !== undefined && { TEMP }) };
}
