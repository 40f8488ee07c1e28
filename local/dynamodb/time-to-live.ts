/** Deletes expired items from tables, as DynamoDB does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';

/**
 * Deletes expired items every `intervalMilliseconds`, or less often if there is a lot to scan. DynamoDB
 * deletes them "within a few days", but dynoxide only does so when its `sweep_ttl` tool is called. The
 * deletions appear in the stream.
 */
export function sweepTimeToLive(
  tools: { readonly endpoint: string; readonly token: string },
  intervalMilliseconds: number,
  onError: (message: string) => void,
): Service {
  const sweep = async (): Promise<void> => {
    const response = await fetch(tools.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tools.token}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'sweep_ttl', arguments: {} },
      }),
    });
    const text = await response.text();
    if (!response.ok || text.includes('"isError":true')) throw new Error(text);
  };
  const stopping = new AbortController();
  const sweepForever = async (): Promise<void> => {
    for (let pause = intervalMilliseconds; ;) {
      await sleep(pause, undefined, { signal: stopping.signal });
      const begun = Date.now();
      await sweep().catch((error: unknown) => onError(`failed to delete expired items: ${messageOf(error)}`));
      // A sweep reads every item and blocks all other calls, so limit sweeps to 1% of the time.
      pause = Math.max(intervalMilliseconds, 100 * (Date.now() - begun));
    }
  };
  const running = sweepForever().catch(() => undefined);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
