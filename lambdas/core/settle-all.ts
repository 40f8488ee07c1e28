/** Waits for several promises, even if some of them fail. */

/**
 * Waits until all promises are settled so that nothing is still running after a failure.
 * @throws the first error
 */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
