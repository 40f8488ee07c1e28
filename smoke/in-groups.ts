/** Runs asynchronous calls with limited concurrency. */

/**
 * Calls the function for each item, with at most `atOnce` calls in parallel. Rejects with the error of the
 * first call that fails.
 */
export async function inGroups<Item>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await call(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
