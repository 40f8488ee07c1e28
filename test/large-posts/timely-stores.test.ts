import { Unavailable } from '../../lambdas/core/errors/errors.ts';
import type { IngestStore } from '../../lambdas/ingest/ingest.ts';
import { timelyStores } from '../../lambdas/large-posts/timely-stores.ts';

it('starts no write if it is late and undoes as many writes as possible', async () => {
  let isLate = false;
  const done: string[] = [];
  const note = (name: string) => () => (done.push(name), Promise.resolve());
  const inner = {
    store: note('store'),
    storeOnce: note('storeOnce'),
    release: note('release'),
    files: { keep: note('keep'), drop: note('drop') },
  } as unknown as IngestStore;
  const stores = timelyStores(inner, () => isLate) as any;
  await stores.files.keep();
  await stores.store();
  await stores.storeOnce();
  isLate = true;
  for (const write of [stores.files.keep, stores.store, stores.storeOnce])
    await expect(write()).rejects.toThrow(Unavailable);
  await stores.release();
  await stores.files.drop();
  expect(done).toEqual(['keep', 'store', 'storeOnce', 'release', 'drop']);
});
