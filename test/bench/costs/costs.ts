/**
 * Measures the calls that a submission makes, and prints the table for docs/costs.md: for submissions that arrive alone, and
 * for a steady flow of submissions to one form, which streams deliver in batches.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MeteredCall } from '../../support/emulators/dynamodb-meter.ts';
import { startReceiver } from '../../support/receivers/webhook-receiver.ts';
import type { RunningService } from '../../support/service/service.ts';
import { costTable } from './cost-table.ts';
import type { Used } from './list-prices.ts';
import { startMeteredService } from '../metered-service.ts';
import { Random } from '../../simulation/random.ts';

/** A submission is considered complete after this many milliseconds without activity. */
const QUIET_MS = 3000;
/** The same limit for a steady flow. It must exceed the longest batching window. */
const STEADY_QUIET_MS = 15_000;
/**
 * Number of submissions measured per kind. They're sent one at a time, so that each is a separate batch in
 * every stream and queue.
 */
const POSTS = 3;
/** Number of submissions in a steady flow, and the average number per second: a million per month. */
const STEADY_POSTS = 50;
const STEADY_PER_SECOND = 0.4;

/** Assumed values for costs that can only be measured on AWS. See docs/costs.md. */
const ASSUMED = {
  /**
   * Billed milliseconds per invocation, for functions that handle HTTP requests, streams and schedules, and
   * queues.
   */
  milliseconds: { http: 50, stream: 50, queue: 250, deliver: 260 },
  /** Memory of functions in gigabytes. The function for deliveries has less than the others. */
  gigabytes: { deliver: 0.375, others: 0.5 },
  /** Bytes per line in the API gateway's access log. A typical line has 230 bytes. */
  accessLogBytes: 300,
};

interface Kind {
  readonly name: string;
  readonly form?: object;
  readonly webhook?: string;
  readonly file?: boolean;
}

export async function benchCosts(): Promise<void> {
  const receiver = await startReceiver(() => 200);
  const plain = { name: 'plain' };
  const hooked = { name: 'with a webhook', webhook: receiver.url };
  const alone = await measureAll(
    [
      plain,
      hooked,
      { name: 'with an e-mail', form: { notify_emails: ['owner@example.com'] } },
      { name: 'with a file of 1 MB', file: true },
    ],
    {},
    QUIET_MS,
    sendAlone,
  );
  // Uses the batching windows of the template, which `npm start` shortens to a second.
  const batching = { SVC_BATCHING_SECONDS: '300' };
  const form = { rate_limit: 100_000 };
  // Each kind uses a separate service, because an IP address's daily limit covers all forms of an account.
  const steadily = async (kind: Kind): Promise<Used> => {
    const [column] = await measureAll([{ ...kind, form }], batching, STEADY_QUIET_MS, sendSteadily);
    return (column as Column)[1];
  };
  const plainSteady = await steadily(plain);
  const hookedSteady = await steadily(hooked);
  await receiver.stop();
  const [first, second, ...others] = alone as [Column, Column, ...Column[]];
  console.log(
    costTable([
      first,
      ['plain, steady', plainSteady],
      second,
      ['with a webhook, steady', hookedSteady],
      ...others,
    ]),
  );
}

type Column = readonly [name: string, used: Used];

/** Sends submissions to a form and returns their number. */
type Send = (submitOne: () => Promise<void>, settle: () => Promise<void>) => Promise<number>;

/** Sends one submission at a time, so that each is a separate batch in every stream and queue. */
const sendAlone: Send = async (submitOne, settle) => {
  for (let post = 0; post < POSTS; post += 1) {
    await submitOne();
    await settle();
  }
  return POSTS;
};

/** Sends submissions at random times, as independent visitors do. The times are the same in each run. */
const sendSteadily: Send = async (submitOne, settle) => {
  const random = new Random(1);
  for (let post = 0; post < STEADY_POSTS; post += 1) {
    await pause((-Math.log(1 - random.next()) / STEADY_PER_SECOND) * 1000);
    await submitOne();
  }
  await settle();
  return STEADY_POSTS;
};

/** Measures each kind of submission on a service started with these variables. */
async function measureAll(
  kinds: readonly Kind[],
  env: Record<string, string>,
  quietMs: number,
  send: Send,
): Promise<Column[]> {
  // Without large posts, small submissions go through API Gateway instead of the streaming function.
  const metered = await startMeteredService({ SVC_SETTINGS: JSON.stringify({ largePosts: false }), ...env });
  const { service } = metered;
  const calls: MeteredCall[] = [];

  /** Waits until all background work is finished. */
  const settle = async (): Promise<void> => {
    for (let before = -1; ;) {
      calls.push(...metered.takeCalls());
      const now = calls.length + metered.requests().length;
      if (now === before) return;
      before = now;
      await pause(quietMs);
    }
  };

  const measure = async ({ name, form, webhook, file: hasFile = false }: Kind): Promise<Column> => {
    const made = await service.manage('POST', '/v1/forms', { name, ...form });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const { id, slug } = made.body as { id: string; slug: string };
    if (webhook !== undefined) await service.manage('POST', `/v1/forms/${id}/webhooks`, { url: webhook });
    // The first submission loads the functions, and the second warms up their caches.
    for (let post = 0; post < 2; post += 1) await submit(service, slug, hasFile);
    await settle();
    calls.length = 0;
    metered.forgetRequests();
    const logged = logBytes(service);
    const posts = await send(() => submit(service, slug, hasFile), settle);
    return [name, usedBy(posts, calls, metered.requests(), logBytes(service) - logged)];
  };

  const columns: Column[] = [];
  for (const kind of kinds) columns.push(await measure(kind));
  await metered.stop();
  return columns;
}

async function submit({ baseUrl }: RunningService, slug: string, hasFile: boolean): Promise<void> {
  const body = new FormData();
  for (const [name, value] of [
    ['name', 'Ada Lovelace'],
    ['email', 'ada@example.org'],
    ['message', 'I would like to know more about your engine. '.repeat(4)],
  ] as const)
    body.set(name, value);
  if (hasFile) body.set('file', new Blob([new Uint8Array(1_048_576)]), 'megabyte.bin');
  const response = await fetch(`${baseUrl}/v1/f/${slug}`, { method: 'POST', body });
  if (response.status !== 201) throw new Error(await response.text());
}

/** Returns the number of bytes logged by the functions. */
function logBytes({ folder }: RunningService): number {
  const logs = join(folder, 'logs');
  return readdirSync(logs).reduce((sum, name) => sum + statSync(join(logs, name)).size, 0);
}

/** Returns the average usage of AWS resources per submission. */
function usedBy(
  posts: number,
  calls: readonly MeteredCall[],
  requests: readonly string[],
  loggedBytes: number,
): Used {
  const isRead = ({ operation }: MeteredCall): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation);
  const units = (of: readonly MeteredCall[]): number => of.reduce((sum, call) => sum + call.units, 0);
  const count = (pattern: RegExp): number => requests.filter((each) => pattern.test(each)).length;
  const invoked = {
    http: count(/^invoke: http/),
    queue: count(/^invoke: aws:sqs/),
    deliver: count(/^invoke: aws:sqs .*DeliveriesQueue/),
    all: count(/^invoke:/),
  };
  const { milliseconds, gigabytes } = ASSUMED;
  const others =
    invoked.http * milliseconds.http +
    (invoked.queue - invoked.deliver) * milliseconds.queue +
    (invoked.all - invoked.http - invoked.queue) * milliseconds.stream;
  const total: Used = {
    requests: invoked.http,
    invocations: invoked.all,
    gigabyteSeconds:
      (others * gigabytes.others + invoked.deliver * milliseconds.deliver * gigabytes.deliver) / 1000,
    readUnits: units(calls.filter(isRead)),
    writeUnits: units(calls.filter((call) => !isRead(call))),
    // Each message requires one receive request and one delete request. EventBridge sends the messages about
    // e-mail events to the queue.
    queueRequests: count(/^sqs:/) + 2 * invoked.queue + count(/^invoke: aws:sqs .*EmailEvents/),
    objectWrites: count(/^s3: (PUT|POST)/),
    objectReads: count(/^s3: (GET|HEAD)/),
    emails: count(/^ses:/),
    events: count(/^events:/),
    logKilobytes: (loggedBytes + invoked.http * ASSUMED.accessLogBytes) / 1000,
  };
  return Object.fromEntries(
    Object.entries(total).map(([part, value]) => [part, Number((value / posts).toFixed(4))]),
  ) as Record<keyof Used, number>;
}
