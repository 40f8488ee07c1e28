/**
 * Submissions a second through the whole local service, beside two floors (`http-floor.ts`), in turns, by the same client: the
 * bare handler with the four calls that a post makes, and with the five that it made when the goals were set.
 */
import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { loadOfMachine, percentile } from '../figures.ts';
import { makeBenchForm, pidOf, POST, startBenchService } from './bench-service.ts';
import { startHttpFloor } from './http-floor.ts';
import { processTree } from './process-tree.ts';

const SECONDS = 4;
const ROUNDS = 3;
/** Until what follows the posts is done: it is part of their CPU, and must not slow down who is next. */
const REST_MILLISECONDS = 2000;

interface Server {
  readonly url: string;
  readonly pid: number;
}

interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMilliseconds: number;
  readonly failed: number;
}

export async function benchIngest(): Promise<void> {
  const service = await startBenchService();
  const form = await makeBenchForm(service);
  const floor = await startHttpFloor('handler');
  const floorOfFive = await startHttpFloor('handlerOfFiveCalls');
  const ours = { url: form.url, pid: pidOf(service) };
  const servers = { ours, floor, floorOfFive };
  for (const server of Object.values(servers)) await load(server, 10, 2);
  for (const connections of [1, 10, 50]) {
    const runs = { ours: [] as Run[], floor: [] as Run[], floorOfFive: [] as Run[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of ['floor', 'floorOfFive', 'ours'] as const)
        runs[name].push(await load(servers[name], connections, SECONDS));
    const median = (of: readonly Run[], figure: keyof Run): number =>
      percentile(
        of.map((run) => run[figure]),
        0.5,
      );
    const ratio = (of: readonly Run[], figure: keyof Run): string =>
      (median(runs.ours, figure) / median(of, figure)).toFixed(2);
    const describe = (of: readonly Run[]): string =>
      `${median(of, 'perSecond').toFixed(0)} submissions/s, p50 ${median(of, 'p50')} ms, p99 ${median(of, 'p99')} ms, ` +
      `${median(of, 'cpuMilliseconds').toFixed(2)} ms CPU`;
    const beside = (of: readonly Run[]): string =>
      `${describe(of)} (${ratio(of, 'perSecond')} of its submissions, ${ratio(of, 'cpuMilliseconds')} of its CPU)`;
    const failed = Object.values(runs)
      .flat()
      .reduce((sum, run) => sum + run.failed, 0);
    console.log(
      `${String(connections).padStart(2)} connections: ${describe(runs.ours)}; floor ${beside(runs.floor)}; ` +
        `floor of five calls ${beside(runs.floorOfFive)}` +
        (failed > 0 ? `; ${failed} FAILED` : ''),
    );
  }
  console.log(loadOfMachine());
  await floor.stop();
  await floorOfFive.stop();
  await service.stop();
}

async function load({ url, pid }: Server, connections: number, seconds: number): Promise<Run> {
  const before = processTree(pid).cpuMilliseconds;
  const { requests, latency, non2xx, errors } = await autocannon({
    ...POST,
    url,
    connections,
    duration: seconds,
  });
  await pause(REST_MILLISECONDS);
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    cpuMilliseconds: (processTree(pid).cpuMilliseconds - before) / requests.total,
    failed: non2xx + errors,
  };
}
