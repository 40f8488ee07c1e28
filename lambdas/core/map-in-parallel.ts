/** Runs a task for many items with limited concurrency. */

/**
 * Runs a task for each item and returns the results in the order of the items. Runs at most `atOnce` tasks at
 * the same time. Tasks must not reject.
 */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
