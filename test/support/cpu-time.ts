/** Measures CPU time, which is not affected by other processes. */

/**
 * Runs a function and returns the CPU time that this process used until the function finished, in
 * milliseconds. Rejects if the function fails.
 */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the lowest CPU time of several runs, because garbage collection can slow down individual runs. */
export async function leastCpuMsOf(run: () => unknown, runs = 3): Promise<number> {
  let least = Infinity;
  for (let done = 0; done < runs; done += 1) least = Math.min(least, await cpuMsOf(run));
  return least;
}
