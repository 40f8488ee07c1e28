/** Stores that begin no write after a request's time is up. */
import { Unavailable } from '../core/errors.ts';
import type { IngestStore } from '../ingest/ingest.ts';

/**
 * A form job counts on it that no function stores a submission to a form that it read more than 35 s ago
 * (docs/architecture.md, "Form jobs"). The gateway's functions are ended before that; here nothing ends a request, so
 * it ends itself.
 * @param isLate whether a write that begins now may end too late
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
