/** What work takes of the processor, whatever else the machine does meanwhile. */

/** Milliseconds of CPU that this process spends until the work is done; rejects when the work does. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
