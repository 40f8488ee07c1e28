/**
 * Sends submissions with an idempotency key that a stranger guessed, and JSON with the content type of a
 * form.
 */
import type { Target } from './target.ts';

export async function attackWithGuesses(target: Target): Promise<void> {
  const form = await target.form();
  const path = `/v1/f/${form.slug}`;
  const { submission_key, management_key } = target.service.outputs;
  const post = (headers: Record<string, string>, body: string) =>
    target.send({ path, headers, body: Buffer.from(body) });

  const json = { 'content-type': 'application/json', 'idempotency-key': 'order-1001' };
  const guessed = await post(json, '{"name":"stranger"}');
  const statuses = [guessed.status];
  for (const key of [submission_key, management_key])
    statuses.push((await post({ ...json, authorization: `Bearer ${key}` }, '{"name":"server"}')).status);
  const stored = await target.stored(form);
  target.print('a guessed idempotency key', 0, statuses.join(' '), guessed.cpuSeconds, undefined, stored);
  target.check(statuses.join() === '201,201,200', `guessed key: got ${statuses.join()}`);
  target.check(stored.startsWith('2 '), `guessed key: stored ${stored}`);

  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  const deep = await target.form();
  await target.grows(
    'JSON that is sent as a form',
    (factor) => ({
      path: `/v1/f/${deep.slug}`,
      headers: urlencoded,
      body: Buffer.from('['.repeat(30_000 * factor)),
    }),
    [201, 400],
  );
  const slip = await post(urlencoded, '{"name":"Ada"}');
  target.check(slip.status === 400, `JSON as a form: got ${slip.status}`);
  target.check(
    slip.text.includes('send Content-Type: application/json'),
    'JSON as a form: the response doesn’t say how to fix it',
  );
}
