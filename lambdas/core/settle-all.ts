/** Waits for several promises, failed ones included. */

/**
 * Settles when all of them have: one that fails neither keeps the others nor leaves them behind.
 * @throws the first failure
 */
export async function settleAll(works: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
