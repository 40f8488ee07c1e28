/** Memory and CPU of the whole local service, emulators included: at rest, after many posts, and at rest again. */
import autocannon from 'autocannon';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../support/service/service.ts';

const POSTS = 8000;
/** Until the service has noticed that nothing runs. */
const QUIET_MILLISECONDS = 15_000;

export async function benchMemory(): Promise<void> {
  const unlimited = { monthly_quota: 10_000_000, max_file_bytes: 0 };
  const plans = { free: unlimited, pro: unlimited, team: unlimited };
  const apiThrottle = { rate: 10_000, burst: 5000 };
  const service = await startService({
    env: { SVC_SETTINGS: JSON.stringify({ plans, apiThrottle }) },
    withDemoData: true,
  });
  const pid = service.process.pid ?? 0;
  const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  await pause(QUIET_MILLISECONDS);
  const idle = processTree(pid);
  await autocannon({
    url: `${service.baseUrl}/v1/f/${String(form.body.slug)}`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=Ada&email=ada%40example.com&message=Hello',
    connections: 10,
    amount: POSTS,
  });
  const after = processTree(pid);
  await pause(QUIET_MILLISECONDS);
  console.log(
    `idle ${idle.megabytes} MB, after ${POSTS} posts ${after.megabytes} MB, ` +
      `at rest again ${processTree(pid).megabytes} MB; ` +
      `${((after.cpuMilliseconds - idle.cpuMilliseconds) / POSTS).toFixed(2)} ms CPU a post`,
  );
  await service.stop();
}

/** Resident memory and CPU time of a process and all that it started, from `/proc`. */
function processTree(root: number): { megabytes: number; cpuMilliseconds: number } {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // After the name of the program, which may hold anything: state, parent, …
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
        // In hundredths of a second, of the user and of the system.
        const cpuMilliseconds = (Number(fields[11]) + Number(fields[12])) * 10;
        return [{ pid: Number(name), parent: Number(fields[1]), kilobytes, cpuMilliseconds }];
      } catch {
        // It has ended meanwhile.
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
