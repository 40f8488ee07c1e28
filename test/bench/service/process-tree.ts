/** Measures the memory and CPU of a process and its descendants. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the resident memory in megabytes and the CPU time in milliseconds of a process and its descendants,
 * from `/proc`.
 */
export function processTree(root: number): { megabytes: number; cpuMilliseconds: number } {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // Fields after the program's name, which can contain any character. The first fields are the state
        // and the parent's process id.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
        // User plus system time, which `/proc` counts in hundredths of a second.
        const cpuMilliseconds = (Number(fields[11]) + Number(fields[12])) * 10;
        return [{ pid: Number(name), parent: Number(fields[1]), kilobytes, cpuMilliseconds }];
      } catch {
        // The process has ended, so there is nothing to measure.
        return [];
      }
    });
  const tree = new Set([root]);
  for (let before = 0; before < tree.size;) {
    before = tree.size;
    for (const { pid, parent } of processes) if (tree.has(parent)) tree.add(pid);
  }
  const members = processes.filter(({ pid }) => tree.has(pid));
  return {
    megabytes: Math.round(members.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024),
    cpuMilliseconds: members.reduce((sum, each) => sum + each.cpuMilliseconds, 0),
  };
}
