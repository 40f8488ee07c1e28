/** Shares a read between all callers that request the same data at the same time. */
import DataLoader from 'dataloader';

/**
 * Returns a function that reads a value once for all callers that request it at the same time. The read
 * starts after all of them have requested the value, so none of them gets outdated data.
 * @param nameOf returns a different string for each key
 */
export function sharedReads<Key, Value>(
  read: (key: Key) => Promise<Value>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value, string>(
    (asked) => {
      // Clear the cache so that later calls start a new read.
      loader.clearAll();
      return Promise.all(asked.map((key) => read(key).catch((error: unknown) => error as Error)));
    },
    { cacheKeyFn: nameOf },
  );
  return (key) => loader.load(key);
}
