/** What work takes of the processor, whatever else the machine does meanwhile. */

/** Milliseconds of CPU that this process spends on the work. */
export function cpuMsOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
