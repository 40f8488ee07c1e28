/** Creates webhooks that lead back to their own form, directly or through a relay. */
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import type { Target } from './target.ts';

/** Host names and addresses of this machine in a URL. All of them reach the service. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'];

export async function attackWithLoops(target: Target): Promise<void> {
  const { manage, baseUrl } = target.service;
  const form = await target.form();
  const { port } = new URL(baseUrl);
  let accepted = 0;
  for (const name of OWN_NAMES) {
    const url = `http://${name}:${port}/v1/f/${form.slug}`;
    const { status } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url });
    if (status !== 422) accepted += 1;
  }
  target.print(`${OWN_NAMES.length} names for the service`, 0, '422', 0, undefined, `${accepted} accepted`);
  target.check(accepted === 0, `loops: ${accepted} webhooks point to their own form`);

  // The relay replaces the user agent, like most HTTP libraries, and forwards everything else.
  const statuses: number[] = [];
  const relay = await startReceiver(async (__, { headers, bytes }) => {
    const forwarded = Object.entries(headers).flatMap(([name, value]) =>
      /^(?:x-|webhook-|content-type$)/.test(name) ? [[name, String(value)] as const] : [],
    );
    const response = await fetch(new URL(`/v1/f/${form.slug}`, baseUrl), {
      method: 'POST',
      headers: [...forwarded, ['user-agent', 'relay/1.0']] as [string, string][],
      body: new Uint8Array(bytes),
    });
    statuses.push(response.status);
    return response.status;
  });
  const webhook = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: relay.url });
  const { cpuSeconds } = await target.send({
    path: `/v1/f/${form.slug}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"name":"Ada"}'),
  });
  await relay.until(1);
  await manage('POST', `/v1/webhooks/${webhook.body.id}/test`);
  // Delete the webhook. Otherwise, its first delivery would be retried while the next theme runs.
  await manage('DELETE', `/v1/webhooks/${webhook.body.id}`);
  await relay.stop();
  const stored = await target.stored(form);
  target.print('a relay from a webhook to its form', 0, statuses.join(' '), cpuSeconds, undefined, stored);
  target.check(
    statuses.every((status) => status === 403),
    `loops: the relay's posts got ${statuses.join(' ')}`,
  );
  target.check(stored.startsWith('1 '), `loops: stored ${stored}`);
}
