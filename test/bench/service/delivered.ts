/**
 * Measures the CPU time of a submission with one webhook, from the request to the stored delivery, including
 * emulators. Alternates with a minimal handler that makes the same calls (`floor-handler.ts`).
 */
import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { startEndpoints } from '../webhooks/endpoints.ts';
import { loadOfMachine, percentile } from '../figures.ts';
import { makeBenchForm, pidOf, POST, startBenchService } from './bench-service.ts';
import { startHttpFloor } from './http-floor.ts';
import { processTree } from './process-tree.ts';

const POSTS = 500;
const TURNS = 8;
/**
 * Milliseconds to wait after the deliveries for later work, such as the daily counts, which are written in
 * batches.
 */
const REST_MILLISECONDS = 3000;

export async function benchDelivered(): Promise<void> {
  const endpoints = await startEndpoints();
  const service = await startBenchService();
  const form = await makeBenchForm(service, [endpoints.urlOf('ours')]);
  const floor = await startHttpFloor('handlerThatDelivers', endpoints.urlOf('floor'));
  const servers = { ours: { url: form.url, pid: pidOf(service) }, floor };
  let delivered = 0;
  const cpuOfOne = async ({ url, pid }: { readonly url: string; readonly pid: number }): Promise<number> => {
    const before = processTree(pid).cpuMilliseconds;
    const { non2xx, errors } = await autocannon({ ...POST, url, connections: 10, amount: POSTS });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} posts failed`);
    await endpoints.until((delivered += POSTS));
    await pause(REST_MILLISECONDS);
    return (processTree(pid).cpuMilliseconds - before) / POSTS;
  };
  const cpu = { ours: [] as number[], floor: [] as number[] };
  for (let turn = -2; turn < TURNS; turn += 1)
    for (const name of ['ours', 'floor'] as const) {
      const figure = await cpuOfOne(servers[name]);
      // The first rounds only warm up both servers.
      if (turn >= 0) cpu[name].push(figure);
    }
  const ratios = cpu.ours.map((figure, turn) => figure / (cpu.floor[turn] ?? Number.NaN));
  const median = (of: readonly number[]): string => percentile(of, 0.5).toFixed(2);
  console.log(
    `${median(cpu.ours)} ms CPU per post with one webhook, including the delivery; baseline ${median(cpu.floor)} ms ` +
      `(median ratio ${median(ratios)})`,
  );
  console.log(loadOfMachine());
  await floor.stop();
  await service.stop();
  await endpoints.stop();
}
