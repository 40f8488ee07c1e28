/**
 * Compares a data folder that contains pending retries with a new data folder, to measure the cost of pending
 * work.
 */
import autocannon from 'autocannon';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningService } from '../../support/service/service.ts';
import { loadOfMachine, percentile } from '../figures.ts';
import { startEndpoints } from '../webhooks/endpoints.ts';
import { makeBenchForm, pidOf, POST, startBenchService, type BenchForm } from './bench-service.ts';
import { processTree } from './process-tree.ts';

const SUBMISSIONS = 5000;
const WAITING_RETRIES = 300;
const HANGING = 30;
/** Retry delays, long enough that no retry happens during the benchmark. */
const WAITS = { retryWaitsSeconds: [3600, 3600, 3600, 3600, 3600] };

const QUIET_MILLISECONDS = 15_000;
const REST_SECONDS = 20;
const ROUNDS = 3;
const SECONDS = 3;

export async function benchLeftovers(): Promise<void> {
  const endpoints = await startEndpoints();
  const folder = await usedFolder(endpoints);
  console.log(
    `stored ${SUBMISSIONS + WAITING_RETRIES + HANGING} submissions; ${waitingRetries(folder)} retries are pending`,
  );
  const services = {
    'used folder': await startBenchService({ folder, settings: WAITS }),
    'fresh folder': await startBenchService({ settings: WAITS }),
  };
  const measured = await Promise.all(
    Object.entries(services).map(async ([title, service]) => ({
      title,
      service,
      form: await makeBenchForm(service),
    })),
  );
  await pause(QUIET_MILLISECONDS);
  const atRest = measured.map(({ service }) => processTree(pidOf(service)));
  await pause(REST_SECONDS * 1000);
  const later = measured.map(({ service }) => processTree(pidOf(service)));
  const rates = measured.map((): number[] => []);
  const cpu = measured.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { service, form }] of measured.entries()) {
      const { perSecond, cpuMilliseconds } = await load(service, form);
      rates[index]?.push(perSecond);
      cpu[index]?.push(cpuMilliseconds);
    }
  for (const [index, { title, service }] of measured.entries()) {
    const rest = (later[index]?.cpuMilliseconds ?? NaN) - (atRest[index]?.cpuMilliseconds ?? NaN);
    console.log(
      `${title.padEnd(12)} ${atRest[index]?.megabytes ?? NaN} MB and ${(rest / REST_SECONDS).toFixed(1)} ms CPU per second while idle; ` +
        `${percentile(rates[index] ?? [], 0.5).toFixed(0)} submissions/s, ${percentile(cpu[index] ?? [], 0.5).toFixed(2)} ms CPU each`,
    );
    await service.stop();
  }
  console.log(loadOfMachine());
  await endpoints.stop();
}

/**
 * Creates a stopped service's data folder with submissions, and with deliveries that are waiting for a retry.
 */
async function usedFolder(endpoints: Awaited<ReturnType<typeof startEndpoints>>): Promise<string> {
  const service = await startBenchService({ settings: WAITS });
  const post = (form: BenchForm, amount: number) =>
    autocannon({ ...POST, url: form.url, connections: 10, amount });
  endpoints.refuse('refusing');
  await post(await makeBenchForm(service), SUBMISSIONS);
  await post(await makeBenchForm(service, [endpoints.urlOf('refusing')]), WAITING_RETRIES);
  await post(await makeBenchForm(service, [endpoints.hangingUrl]), HANGING);
  await pause(QUIET_MILLISECONDS);
  await service.stop({ keep: true });
  return service.folder;
}

/** Returns the number of unfinished executions of the retry state machine. */
function waitingRetries(folder: string): string {
  const journal = new DatabaseSync(join(folder, 'runner.db'), { readOnly: true });
  const running = journal.prepare("SELECT count(*) AS waiting FROM executions WHERE status = 'RUNNING'");
  const { waiting } = running.get() ?? {};
  journal.close();
  return String(waiting);
}

async function load(service: RunningService, form: BenchForm) {
  const pid = pidOf(service);
  const before = processTree(pid).cpuMilliseconds;
  const { requests } = await autocannon({ ...POST, url: form.url, connections: 10, duration: SECONDS });
  await pause(2000);
  return {
    perSecond: requests.average,
    cpuMilliseconds: (processTree(pid).cpuMilliseconds - before) / requests.total,
  };
}
