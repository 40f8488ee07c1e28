/**
 * Runs the canary on a schedule and receives its webhook at the function's own URL. Submits the canary's form
 * at the service's public URL, waits for the delivery, and measures the time between the two.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import { systemRandom } from '../core/random.ts';
import { readEnvironment } from '../environment.ts';
import { CANARY_FORM } from '../core/canary-ids.ts';
import { isSigned, RUN_FIELD, runOf, type SignedDelivery } from './canary-delivery.ts';
import { canaryStore } from './canary-store.ts';

/** Thrown when a submission isn't accepted or its webhook doesn't arrive. */
export class CanaryFailed extends Error {
  override readonly name = 'CanaryFailed' as const;
}

interface Deps {
  readonly store: ReturnType<typeof canaryStore>;
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: Clock;
  readonly newRun: () => string;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly measure: (milliseconds: number) => void;
}

const POST_TIMEOUT = 15 * SECOND;
/**
 * Maximum time to wait for the webhook, in milliseconds. The limit leaves enough time for one or two retries.
 */
const MAX_WAIT = 40 * SECOND;
const BETWEEN_LOOKS = 500;

/**
 * Creates the function that performs a run. It resolves to the time between the submission and its delivery,
 * in milliseconds.
 * @throws CanaryFailed, or the error that prevented the canary from reaching the service
 */
export function runCanary({ store, baseUrl, fetch, now, newRun, pause, measure }: Deps) {
  return async (receiverUrl: string): Promise<number> => {
    await store.prepare(receiverUrl, now());
    const run = newRun();
    const postedAt = now();
    const response = await fetch(`${baseUrl}/v1/f/${CANARY_FORM}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ [RUN_FIELD]: run }),
      redirect: 'error',
      signal: AbortSignal.timeout(POST_TIMEOUT),
    });
    await response.body?.cancel();
    if (response.status !== 201) throw new CanaryFailed(`The submission got status ${response.status}`);
    while (now() < postedAt + MAX_WAIT) {
      const heardAt = await store.heardAt(run);
      if (heardAt !== undefined) {
        measure(heardAt - postedAt);
        return heardAt - postedAt;
      }
      await pause(BETWEEN_LOOKS);
    }
    throw new CanaryFailed(`No webhook arrived within ${MAX_WAIT / SECOND} s`);
  };
}

/**
 * Creates the function that receives the canary's webhook. It rejects requests with an invalid signature
 * without recording them, and resolves to the response status.
 */
export function takeWebhook({ store, now }: Pick<Deps, 'store' | 'now'>) {
  return async (delivery: SignedDelivery): Promise<number> => {
    const run = runOf(delivery.body);
    // Only read the secret if the request looks like a webhook delivery.
    const secret =
      run !== undefined && 'webhook-signature' in delivery.headers ? await store.secret() : undefined;
    if (run === undefined || secret === undefined || !isSigned(delivery, secret, now())) return 401;
    await store.noteHeard(run, now());
    return 204;
  };
}

/** A scheduled event or a request to the function's URL. */
const canaryEvent = z.union([
  z.object({ receiver_url: z.url() }),
  z.object({
    headers: z.record(z.string(), z.string()),
    body: z.string().default(''),
    isBase64Encoded: z.boolean().default(false),
  }),
]);

const environment = readEnvironment(
  'ACCOUNTS_TABLE',
  'BASE_URL',
  'COUNTERS_TABLE',
  'FORMS_TABLE',
  'FORM_JOBS_TABLE',
  'FORM_SLUGS_TABLE',
  'WEBHOOKS_TABLE',
);
const logger = new Logger({ serviceName: 'svc-forms' });
const deps: Deps = {
  store: canaryStore(
    hotPathClients(),
    {
      accounts: environment.ACCOUNTS_TABLE,
      counters: environment.COUNTERS_TABLE,
      forms: environment.FORMS_TABLE,
      jobs: environment.FORM_JOBS_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      webhooks: environment.WEBHOOKS_TABLE,
    },
    systemRandom,
  ),
  baseUrl: environment.BASE_URL,
  fetch,
  now: Date.now,
  newRun: randomUUID,
  pause: wait,
  measure: (duration_ms) => logger.info('Canary webhook received', { duration_ms }),
};
const run = runCanary(deps);
const take = takeWebhook(deps);

export const handler = async (event: unknown): Promise<{ statusCode: number } | { duration_ms: number }> => {
  const asked = canaryEvent.parse(event);
  if ('receiver_url' in asked) return { duration_ms: await run(asked.receiver_url) };
  const { headers, body, isBase64Encoded } = asked;
  const statusCode = await take({ headers, body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') });
  if (statusCode !== 204) logger.warn('Canary webhook rejected');
  return { statusCode };
};
