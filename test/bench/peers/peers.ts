/**
 * Compares the local service with Outpost under the same load. To run it by hand:
 *
 * 1. Start Redis, RabbitMQ, PostgreSQL and Outpost on the loopback interface, as Outpost's documentation says.
 *    Set `TOPICS=form.submitted` and `DISABLE_TELEMETRY=true`, and all three `*_MAX_CONCURRENCY` variables to 100,
 *    as Outpost's own load test does.
 * 2. Set `OUTPOST_URL` (with `/api/v1`), `OUTPOST_API_KEY`, and `OUTPOST_PIDS` with the ids of the four processes,
 *    separated by commas.
 * 3. Run `npm run bench -- peers`.
 */
import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { loadOfMachine, percentile } from '../figures.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { connectToOutpost, startOurs, type System } from './systems.ts';

const ROUNDS = 3;
const CONNECTIONS = 10;
const SECONDS = 20;
/** Milliseconds for the rest of the work after the last delivery, such as counts and logs written in batches. */
const REST_MILLISECONDS = 3000;
const DELIVERY_LIMIT_MILLISECONDS = 120_000;
const TARGETS = 10;
const EVENTS_A_SECOND = 10;
const ISOLATION_SECONDS = 10;
/** Time to wait for late deliveries. A missing delivery counts as this long. */
const LATE_MILLISECONDS = 10_000;

export async function benchPeers(): Promise<void> {
  const outpost = connectToOutpost(process.env);
  if (!outpost) {
    console.log(
      'Skipped: set OUTPOST_URL, OUTPOST_API_KEY and OUTPOST_PIDS (see test/bench/peers/peers.ts).',
    );
    return;
  }
  const receiver = await startReceiver();
  const systems = [await startOurs(), outpost];
  const figures = new Map<string, number[]>();
  const note = (system: System, what: string, figure: number): void => {
    const key = `${system.name}: ${what}`;
    console.log(`${key}: ${figure.toFixed(2)}`);
    figures.set(key, [...(figures.get(key) ?? []), figure]);
  };
  for (const system of systems) await acceptAndDeliver(system, receiver, 5);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const system of systems) {
      const { accepted, delivered, cpu } = await acceptAndDeliver(system, receiver, SECONDS);
      note(system, 'accepted/s', accepted);
      note(system, 'delivered/s', delivered);
      note(system, 'CPU ms/event', cpu);
    }
  for (const hangs of [false, true])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const system of systems) {
        const waits = await waitsOfWorkingTargets(system, receiver, hangs);
        for (const share of [0.5, 0.99])
          note(system, `p${share * 100} ms, ${hangs ? 'one hangs' : 'none hangs'}`, percentile(waits, share));
      }
  for (const [key, rounds] of figures) console.log(`${key}: median ${percentile(rounds, 0.5).toFixed(2)}`);
  console.log(loadOfMachine());
  for (const system of systems) await system.stop();
  receiver.stop();
}

/** Sends events as fast as the system accepts them, then waits until all have arrived. */
async function acceptAndDeliver(
  system: System,
  receiver: Receiver,
  seconds: number,
): Promise<{ accepted: number; delivered: number; cpu: number }> {
  const request = (await system.target(receiver.urlOf('accept')))('Hello');
  const before = { cpu: system.cpuMilliseconds(), received: receiver.received() };
  const started = performance.now();
  const {
    '2xx': ok,
    non2xx,
    errors,
  } = await autocannon({
    ...request,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const accepting = performance.now() - started;
  if (non2xx + errors > 0) console.log(`${system.name}: ${non2xx + errors} requests FAILED`);
  const count = (): number => receiver.received() - before.received;
  const all = await receiver.until(() => count() >= ok, DELIVERY_LIMIT_MILLISECONDS);
  const delivering = performance.now() - started;
  if (!all) console.log(`${system.name}: ${ok - count()} of ${ok} events NOT DELIVERED`);
  await pause(REST_MILLISECONDS);
  return {
    accepted: (ok * 1000) / accepting,
    delivered: (count() * 1000) / delivering,
    cpu: (system.cpuMilliseconds() - before.cpu) / ok,
  };
}

let markers = 0;

/**
 * Sends events at fixed times to ten targets in turn. Returns the milliseconds from the request to the delivery,
 * for all targets except the first, which can hang.
 */
async function waitsOfWorkingTargets(system: System, receiver: Receiver, hangs: boolean): Promise<number[]> {
  const names = Array.from({ length: TARGETS }, (_, index) => `target-${markers}-${index}`);
  const targets = await Promise.all(names.map((name) => system.target(receiver.urlOf(name))));
  if (hangs) receiver.hang(names[0] ?? '');
  const start = performance.now() + 100;
  const sent = await Promise.all(
    Array.from({ length: EVENTS_A_SECOND * ISOLATION_SECONDS }, async (_, count) => {
      const marker = (markers += 1);
      const target = targets[count % TARGETS];
      if (!target) throw new Error('no target');
      const { url, ...request } = target(`marker-${marker}-`);
      await pause(start + (count * 1000) / EVENTS_A_SECOND - performance.now());
      const at = performance.now();
      const response = await fetch(url, request);
      if (!response.ok) throw new Error(`${system.name}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      return { marker, at, works: count % TARGETS > 0 };
    }),
  );
  const working = sent.filter(({ works }) => works);
  await receiver.until(
    () => working.every(({ marker }) => receiver.arrivalOf(marker) !== undefined),
    LATE_MILLISECONDS,
  );
  return working.map(({ marker, at }) => (receiver.arrivalOf(marker) ?? at + LATE_MILLISECONDS) - at);
}
