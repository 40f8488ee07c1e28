/** Wraps stores so that they start no write after a request's time is up. */
import { Unavailable } from '../core/errors.ts';
import type { IngestStore } from '../ingest/ingest.ts';

/**
 * Form jobs rely on no function storing a submission for a form that it read more than 35 s ago
 * (docs/architecture.md, "Form jobs"). The gateway's functions time out before that. Nothing ends a request
 * here, so it must end itself.
 * @param isLate whether a write that starts now may end too late
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
