/**
 * Compares the CPU time of an accepted submission with the CPU time of the minimal handler
 * (`floor-handler.ts`). Both are bundled as for AWS. Their runs alternate in this process and use the same
 * emulator, which runs in another process. Log lines are created but discarded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder } from '../../../lib/bundling/bundle-folder.ts';
import { bundleFunctions } from '../../../lib/bundling/bundles.ts';
import { makeAccount } from '../../support/samples/account-with-forms.ts';
import { gatewayEvent } from '../../support/service/gateway-event.ts';
import { handlersOn } from '../../support/service/handlers.ts';
import { startStores } from '../../support/emulators/stores.ts';
import { loadOfMachine, percentile } from '../figures.ts';
import { bundleFloor, synthesiseTestStack } from './floor-bundle.ts';

const WARM_UP = 300;
const ROUNDS = 15;
const POSTS_OF_A_ROUND = 100;

type Handler = (event: object, context: object) => Promise<{ statusCode: number; body?: string }>;

export async function benchFloor(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-floor-'));
  synthesiseTestStack(folder);
  const bundles = join(folder, 'bundles');
  await bundleFunctions(bundles);
  await bundleFloor(bundles);

  const stores = await startStores();
  const call = handlersOn(stores);
  const account = await makeAccount(stores, call, { plan: 'team' });
  const form = await account.makeForm({ rate_limit: 100_000 });
  // Use a new address in each round, because `quotaShareOfOneAddress` limits an address to 10,000 submissions
  // per day.
  let rounds = 0;
  const post = (headers: Record<string, string> = {}) =>
    gatewayEvent({
      method: 'POST',
      path: `/v1/f/${form.slug}`,
      pathParameters: { slug: form.slug },
      headers,
      sourceIp: `203.0.113.${rounds % 200}`,
      body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }),
    });
  const load = (...file: string[]) => import(pathToFileURL(join(...file)).href) as Promise<Handlers>;
  const floor = await load(bundles, 'floor.mjs');
  const { handler } = await load(bundleFolder(bundles, 'ingest/submit-form'), 'index.mjs');
  let keys = 0;
  const measured: Record<string, () => Promise<{ statusCode: number; body?: string }>> = {
    baseline: () => floor.handler(post(), {}),
    'baseline, our client': () => floor.handlerWithOurClient(post(), {}),
    'plain post': () => handler(post(), { awsRequestId: 'bench' }),
    'with a submission key': () =>
      handler(post({ authorization: `Bearer ${account.submissionKey}` }), { awsRequestId: 'bench' }),
    'with an Idempotency-Key': () =>
      handler(post({ 'idempotency-key': String((keys += 1)) }), { awsRequestId: 'bench' }),
  };

  const cpu = new Map<string, number[]>();
  for (rounds = 0; rounds <= ROUNDS; rounds += 1) {
    for (const [title, act] of Object.entries(measured)) {
      const used = await withoutOutput(() => cpuOf(act, rounds === 0 ? WARM_UP : POSTS_OF_A_ROUND));
      if (rounds > 0) cpu.set(title, [...(cpu.get(title) ?? []), used]);
    }
  }
  const ofBaseline = percentile(cpu.get('baseline') ?? [], 0.5);
  for (const [title, figures] of cpu) {
    const median = percentile(figures, 0.5);
    console.log(
      `${title.padEnd(24)} ${median.toFixed(2)} ms CPU, ${(median / ofBaseline).toFixed(2)} of the baseline ` +
        `(${percentile(figures, 0.1).toFixed(2)} to ${percentile(figures, 0.9).toFixed(2)})`,
    );
  }
  console.log(loadOfMachine());
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Handlers {
  readonly handler: Handler;
  readonly handlerWithOurClient: Handler;
}

/** Returns the CPU time per call in milliseconds, measured in this process over several sequential calls. */
async function cpuOf(act: () => Promise<{ statusCode: number; body?: string }>, times: number) {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) {
    const { statusCode, body } = await act();
    if (statusCode !== 201) throw new Error(body);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** Discards the functions' log output until `run` ends. */
async function withoutOutput<Result>(run: () => Promise<Result>): Promise<Result> {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  try {
    return await run();
  } finally {
    process.stdout.write = write;
  }
}
