/**
 * Submits forms to the real store with a clock that the tests control. Importing this module starts the store
 * before the tests.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import { memoryFileBuffer } from '../../lambdas/http/body/file-buffer.ts';
import type { EncodedBody } from '../../lambdas/http/body/read-form.ts';
import { ingest } from '../../lambdas/ingest/ingest.ts';
import { preflight, type IngestRequest } from '../../lambdas/ingest/preflight.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { TextMemory } from '../../lambdas/spam/text-memory.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

export let stores: TestStores;
export let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());

const never = (): Promise<never> => Promise.reject(new Error('No post here has files'));
const noFiles = { findUploads: never, findUploaded: never, announce: never, keep: never, drop: never };

const ADA: EncodedBody = { contentType: 'application/json', bytes: [Buffer.from('{"name":"Ada"}')] };

export async function post(
  slug: string,
  now: number | (() => number),
  { body = ADA, ...more }: Partial<IngestRequest> & { body?: EncodedBody } = {},
) {
  const store = ingestStore(
    stores,
    { ...stores.tables, slugs: stores.tables.formSlugs },
    defaultPlans,
    noFiles,
  );
  const config = {
    now: typeof now === 'number' ? () => now : now,
    random: systemRandom,
    plans: defaultPlans,
    spamRetentionDays: 30,
    texts: new TextMemory(),
    pause,
    quotaShareOfOneAddress: 0.1,
    fileBuffer: memoryFileBuffer,
    loadPatterns: () => Promise.reject(new Error('no patterns here')),
    loadDisposableDomains: () => Promise.reject(new Error('no addresses here')),
    verifyChallenge: () => Promise.resolve({ passed: true as const, hostname: undefined }),
  };
  const checked = await preflight(
    {
      slug,
      sourceIp: '203.0.113.7',
      isFromWebhook: false,
      origin: undefined,
      authorization: undefined,
      idempotencyKey: undefined,
      ...more,
    },
    store,
    config,
  );
  return ingest(checked, body, store, config);
}
