/**
 * Tests that deleting a submission also removes it from the delivery log, even if the webhook endpoint echoes
 * what it receives.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target.ts';

const PRIVATE = 'my diagnosis is private';
/** Maximum number of seconds until response excerpts of a deleted submission must be gone. */
const GONE_WITHIN = 15;

export async function attackDeletion(target: Target): Promise<void> {
  const { service } = target;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => response.end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const form = await target.form();
    const { body: webhook } = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url });
    const excerpts = async (): Promise<string> => {
      const { body } = await service.manage('GET', `/v1/webhooks/${webhook.id}/deliveries`);
      return JSON.stringify(body.data);
    };
    const { text } = await target.send({
      path: `/v1/f/${form.slug}`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ message: PRIVATE })),
    });
    const { id } = JSON.parse(text) as { id: string };
    for (let i = 0; i < 100 && !(await excerpts()).includes(PRIVATE); i += 1) await sleep(100);
    target.check(
      (await excerpts()).includes(PRIVATE),
      'deletion: the excerpt doesn’t contain the submission',
    );
    await service.manage('DELETE', `/v1/submissions/${id}`);
    const deleted = Date.now();
    while ((await excerpts()).includes(PRIVATE) && Date.now() - deleted < GONE_WITHIN * 1000)
      await sleep(100);
    const seconds = (Date.now() - deleted) / 1000;
    console.log(`The excerpt was removed ${seconds.toFixed(1)} s after the deletion.`);
    target.check(
      !(await excerpts()).includes(PRIVATE),
      `deletion: an excerpt still exists after ${seconds} s`,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
