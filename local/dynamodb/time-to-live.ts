import { messageOf } from '../errors.ts';
import type { Service } from '../service.ts';

/**
 * Lets expired items go. DynamoDB removes them "within a few days"; dynoxide only when its `sweep_ttl` tool is called,
 * so that is called every `intervalMilliseconds`. The removals appear in the stream.
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
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) =>
      onError(`expired items were not removed: ${messageOf(error)}`),
    );
  }, intervalMilliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
