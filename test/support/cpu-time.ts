/** Measures CPU time, whatever else the machine does. */

/**
 * Returns the milliseconds of CPU that this process spends until the work is done; rejects if the work does.
 */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the minimum of several runs, because garbage collection may affect one of them. */
export async function leastCpuMsOf(run: () => unknown, runs = 3): Promise<number> {
  let least = Infinity;
  for (let done = 0; done < runs; done += 1) least = Math.min(least, await cpuMsOf(run));
  return least;
}
