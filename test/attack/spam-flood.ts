/** Sends a day's worth of spam: 1,100 submissions of 200 KB with a filled-in honeypot. */
import type { Target } from './target.ts';

const POSTS = 1100;
const CONCURRENCY = 10;

export async function attackWithSpam(target: Target): Promise<void> {
  const form = await target.form();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = Buffer.from(`_gotcha=bot&text=${'x'.repeat(200_000)}`);
  const started = target.cpuSeconds();
  let refused = 0;
  for (let sent = 0; sent < POSTS; sent += CONCURRENCY) {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => target.send({ path: `/v1/f/${form.slug}`, headers, body })),
    );
    refused += answers.filter(({ status }) => status !== 200).length;
  }
  const cpuSeconds = target.cpuSeconds() - started;
  let stored = 0;
  let longest = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `status=spam&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body: page } = await target.service.manage('GET', `/v1/forms/${form.id}/submissions?${query}`);
    const { data, next_cursor } = page as {
      data: { payload: Record<string, string> }[];
      next_cursor: string | null;
    };
    stored += data.length;
    for (const { payload } of data) longest = Math.max(longest, Buffer.byteLength(payload['text'] ?? ''));
    cursor = next_cursor;
  }
  const name = `${POSTS} spam posts`;
  target.print(name, body.length, '200', cpuSeconds, undefined, `${stored}, at most ${longest} B each`);
  target.check(refused === 0, `${name}: ${refused} got a response that reveals the spam check`);
  target.check(stored === 1000, `${name}: stored ${stored}`);
  target.check(longest <= 8192, `${name}: the longest has ${longest} B`);
}
