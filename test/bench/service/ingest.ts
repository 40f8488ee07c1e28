/**
 * Measures submissions per second through the whole local service. Compares it with two minimal servers
 * (`http-floor.ts`): one makes the four calls that a submission needs, and the other makes the five calls
 * that a submission needed when the goals were set. All of them use the same client. Because a machine's
 * speed can double within minutes, they take short turns in random order, and the results are medians over
 * rounds.
 */
import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { loadOfMachine, percentile } from '../figures.ts';
import { makeBenchForm, pidOf, POST, startBenchService } from './bench-service.ts';
import { startHttpFloor } from './http-floor.ts';
import { processTree } from './process-tree.ts';

/**
 * Seconds of load before the measurements. V8 compiles the service's hot functions during the first 5,000 or
 * so submissions. The minimal servers have a fraction of its code, so a short warm-up would favor them.
 */
const WARM_UP_SECONDS = 15;
const SECONDS = 2;
const ROUNDS = 8;
/**
 * Milliseconds to wait for work that continues after the requests. That work counts towards the requests' CPU
 * time and must not slow down the next turn.
 */
const REST_MILLISECONDS = 1000;

interface Server {
  readonly url: string;
  readonly pid: number;
}

interface Turn {
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
  for (const server of Object.values(servers)) await load(server, 10, WARM_UP_SECONDS);
  for (const connections of [1, 10, 50]) {
    const turns = { ours: [] as Turn[], floor: [] as Turn[], floorOfFive: [] as Turn[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of shuffled(['floor', 'floorOfFive', 'ours'] as const))
        turns[name].push(await load(servers[name], connections, SECONDS));
    const median = (of: readonly Turn[], figure: keyof Turn): number =>
      percentile(
        of.map((turn) => turn[figure]),
        0.5,
      );
    const share = (of: readonly Turn[], figure: keyof Turn): string =>
      percentile(
        of.map((turn, round) => (turns.ours[round]?.[figure] ?? NaN) / turn[figure]),
        0.5,
      ).toFixed(2);
    const describe = (of: readonly Turn[]): string =>
      `${median(of, 'perSecond').toFixed(0)} submissions/s, p50 ${median(of, 'p50')} ms, p99 ${median(of, 'p99')} ms, ` +
      `${median(of, 'cpuMilliseconds').toFixed(2)} ms CPU`;
    const beside = (of: readonly Turn[]): string =>
      `${describe(of)} (${share(of, 'perSecond')} of its throughput, ${share(of, 'cpuMilliseconds')} of its CPU time)`;
    const failed = Object.values(turns)
      .flat()
      .reduce((sum, turn) => sum + turn.failed, 0);
    console.log(
      `${String(connections).padStart(2)} connections: ${describe(turns.ours)}; baseline ${beside(turns.floor)}; ` +
        `baseline with five calls ${beside(turns.floorOfFive)}` +
        (failed > 0 ? `; ${failed} FAILED` : ''),
    );
  }
  console.log(loadOfMachine());
  await floor.stop();
  await floorOfFive.stop();
  await service.stop();
}

async function load({ url, pid }: Server, connections: number, seconds: number): Promise<Turn> {
  const before = processTree(pid).cpuMilliseconds;
  const {
    requests,
    latency,
    duration: taken,
    non2xx,
    errors,
  } = await autocannon({
    ...POST,
    url,
    connections,
    duration: seconds,
  });
  await pause(REST_MILLISECONDS);
  return {
    perSecond: requests.total / taken,
    p50: latency.p50,
    p99: latency.p99,
    cpuMilliseconds: (processTree(pid).cpuMilliseconds - before) / requests.total,
    failed: non2xx + errors,
  };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const drawn = items.map((item) => ({ item, at: Math.random() }));
  return drawn.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}
