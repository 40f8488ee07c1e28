/** Runs all API operations on emulators for one test, including tables and buckets. */
import { startBuckets, type TestBuckets } from '../emulators/buckets.ts';
import { handlersOn } from './handlers.ts';
import { startStores, type TestStores } from '../emulators/stores.ts';

export interface TestOperations {
  readonly stores: TestStores;
  readonly buckets: TestBuckets;
  readonly call: ReturnType<typeof handlersOn>;
  stop(): Promise<void>;
}

/**
 * Starts emulators and runs operations on them.
 * @param variables environment variables that override the stack's variables
 */
export async function startOperations(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestOperations> {
  const [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  return {
    stores,
    buckets,
    call: handlersOn(stores, { s3: buckets.endpoint, ...variables }),
    async stop() {
      await Promise.all([stores.stop(), buckets.stop()]);
    },
  };
}
