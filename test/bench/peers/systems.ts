/** Adapters that send the same event to the local service and to Outpost. */
import { randomUUID } from 'node:crypto';
import { makeBenchForm, pidOf, POST, startBenchService } from '../service/bench-service.ts';
import { processTree } from '../service/process-tree.ts';

/** An HTTP request that creates one event. */
export interface EventRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface System {
  readonly name: string;
  /** Creates a form or tenant with one webhook. Returns a function that builds the request of an event. */
  target(webhookUrl: string): Promise<(message: string) => EventRequest>;
  /** CPU milliseconds of all processes of the system, including its stores and queues. */
  cpuMilliseconds(): number;
  stop(): Promise<void>;
}

/** Starts the local service. Its processes include the emulators. */
export async function startOurs(): Promise<System> {
  const service = await startBenchService();
  return {
    name: 'svc-forms',
    async target(webhookUrl) {
      const { url } = await makeBenchForm(service, [webhookUrl]);
      return (message) => ({
        url,
        method: POST.method,
        headers: { ...POST.headers },
        body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', message }).toString(),
      });
    },
    cpuMilliseconds: () => processTree(pidOf(service)).cpuMilliseconds,
    async stop() {
      await service.stop();
    },
  };
}

/**
 * Connects to a running Outpost.
 * @param env `OUTPOST_URL` with the API's path, `OUTPOST_API_KEY`, and `OUTPOST_PIDS` with the process ids
 */
export function connectToOutpost(env: NodeJS.ProcessEnv): System | undefined {
  const { OUTPOST_URL: base, OUTPOST_API_KEY: key = '', OUTPOST_PIDS: pids = '' } = env;
  if (base === undefined) return undefined;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body: object = {}): Promise<void> => {
    const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    name: 'Outpost',
    async target(webhookUrl) {
      const tenant = randomUUID();
      const topic = 'form.submitted';
      await call('PUT', `/tenants/${tenant}`);
      const destination = { type: 'webhook', topics: [topic], config: { url: webhookUrl } };
      await call('POST', `/tenants/${tenant}/destinations`, destination);
      return (message) => ({
        url: `${base}/publish`,
        method: 'POST',
        headers,
        body: JSON.stringify({
          tenant_id: tenant,
          topic,
          data: { name: 'Ada', email: 'ada@example.com', message },
        }),
      });
    },
    cpuMilliseconds: () =>
      pids.split(',').reduce((sum, pid) => sum + processTree(Number(pid)).cpuMilliseconds, 0),
    stop: async () => {},
  };
}
