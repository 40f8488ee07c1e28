/**
 * Measures the memory and CPU time of the whole local service, including emulators: while idle, after many
 * submissions, and while idle again.
 */
import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBenchForm, pidOf, POST, startBenchService } from './bench-service.ts';
import { processTree } from './process-tree.ts';

const POSTS = 8000;
/**
 * Milliseconds to wait until memory is released. After this time, only periodic work has run for the last
 * half minute.
 */
const QUIET_MILLISECONDS = 70_000;

export async function benchMemory(): Promise<void> {
  const service = await startBenchService({ withDemoData: true });
  const pid = pidOf(service);
  const form = await makeBenchForm(service);
  await pause(QUIET_MILLISECONDS);
  const idle = processTree(pid);
  await post(form.url, POSTS);
  const after = processTree(pid);
  await pause(QUIET_MILLISECONDS);
  const again = processTree(pid);
  console.log(
    `idle ${idle.megabytes} MB, after ${POSTS} posts ${after.megabytes} MB, idle again ${again.megabytes} MB; ` +
      `${cpuOfOne(idle, again, POSTS)} ms CPU per post including its fan-out`,
  );
  await service.stop();
}

const post = (url: string, amount: number) => autocannon({ ...POST, url, connections: 10, amount });

function cpuOfOne(
  before: ReturnType<typeof processTree>,
  after: ReturnType<typeof processTree>,
  posts: number,
): string {
  return ((after.cpuMilliseconds - before.cpuMilliseconds) / posts).toFixed(2);
}
