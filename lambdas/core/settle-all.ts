/** Waits for several promises, failed ones included. */

/**
 * Waits until all promises are settled, so that none still runs after another one failed.
 * @throws the first error
 */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
