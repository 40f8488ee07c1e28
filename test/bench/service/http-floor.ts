/** Starts the floor of the local service: the bare handler behind a plain HTTP server, in its own process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFloor, synthesiseTestStack } from './floor-bundle.ts';

export interface HttpFloor {
  /** Form that receives the posts. */
  readonly url: string;
  /** Id of its process, which has started its emulator. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the process with its emulator.
 * @param handler one that `floor-handler.ts` exports
 * @param webhookUrl where it delivers, if at all
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
