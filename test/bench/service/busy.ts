/**
 * Sends 50 submissions per second while another process occupies a full core. Counts the refused submissions
 * by reason.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOfMachine, spread } from '../figures.ts';
import { startEndpoints } from '../webhooks/endpoints.ts';
import { makeBenchForm, startBenchService } from './bench-service.ts';
import { postAtARate } from './posts-at-a-rate.ts';

const RATE = 50;
const POSTS = 1000;

export async function benchBusy(): Promise<void> {
  const service = await startBenchService();
  const endpoints = await startEndpoints();
  const form = await makeBenchForm(service, [endpoints.urlOf('one')]);
  await postAtARate(form.url, { rate: RATE, count: RATE });
  // Start a busy loop in a child process that ends when this process ends.
  const spinning = spawn(
    process.execPath,
    [
      '-e',
      'process.stdin.on("end", () => process.exit()).resume(); (function spin() { const until = Date.now() + 100; while (Date.now() < until); setImmediate(spin); })()',
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const posts = await postAtARate(form.url, { rate: RATE, count: POSTS });
  const refused = posts.filter(({ status }) => status !== 201);
  console.log(
    `${RATE} posts/s next to a process that uses a full core: ${refused.length} of ${POSTS} refused; responses ` +
      `${spread(posts.map(({ milliseconds }) => milliseconds))} after the scheduled time; ${loadOfMachine()}`,
  );
  for (const [reason, count] of reasonsOf(refused)) console.log(`  ${count} × ${reason}`);
  const errors = join(service.folder, 'errors.log');
  if (existsSync(errors)) console.log(readFileSync(errors, 'utf8').split('\n').slice(0, 20).join('\n'));
  spinning.stdin.end();
  await endpoints.until(RATE + POSTS - refused.length);
  await service.stop();
  await endpoints.stop();
}

/** Counts the refused submissions by status and body. */
function reasonsOf(refused: readonly { status: number; body: string }[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const { status, body } of refused) {
    const reason = `${status} ${body.slice(0, 200)}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}
