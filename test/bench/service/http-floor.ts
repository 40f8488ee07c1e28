/** Starts the minimal handler behind a plain HTTP server, in a separate process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFloor, synthesiseTestStack } from './floor-bundle.ts';

export interface HttpFloor {
  readonly url: string;
  /** Process id of the server. The emulator runs as its child process. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the server process and its emulator.
 * @param handler name of an export of `floor-handler.ts`
 * @param webhookUrl URL to deliver to; if it's missing, nothing is delivered
 */
export async function startHttpFloor(
  handler: 'handler' | 'handlerOfFiveCalls' | 'handlerThatDelivers',
  webhookUrl?: string,
): Promise<HttpFloor> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-floor-'));
  synthesiseTestStack(folder);
  const bundle = await bundleFloor(folder);
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), [bundle, handler], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, FLOOR_WEBHOOK_URL: webhookUrl },
  });
  const [endpoint] = (await once(child, 'message')) as [string];
  return {
    url: endpoint,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
