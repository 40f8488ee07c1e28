/** Runs many asynchronous calls, a few at a time. */

/** Calls the function for each item, at most `atOnce` at the same time. Rejects with the first failure. */
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
