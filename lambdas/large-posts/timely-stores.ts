/** Wraps stores so that they don't start a table write after a request's deadline. */
import { Unavailable } from '../core/errors/errors.ts';
import type { IngestStore } from '../ingest/ingest.ts';

/**
 * Prevents late table writes. Form jobs assume that functions never store a submission more than 35 s after
 * reading its form (docs/architecture.md, "Form jobs"). Functions behind API Gateway time out earlier. The
 * streaming function has no such timeout, so the stores must reject late writes.
 * @param isLate returns true if a write that starts now may finish too late
 */
export function timelyStores(stores: IngestStore, isLate: () => boolean): IngestStore {
  const assertInTime = (): void => {
    if (isLate()) throw new Unavailable();
  };
  return {
    ...stores,
    files: {
      ...stores.files,
      async keep(submission, files) {
        assertInTime();
        await stores.files.keep(submission, files);
      },
    },
    async store(submission, uploadIds) {
      assertInTime();
      await stores.store(submission, uploadIds);
    },
    async storeOnce(submission, key, uploadIds) {
      assertInTime();
      return stores.storeOnce(submission, key, uploadIds);
    },
  };
}
