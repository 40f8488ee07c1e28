/** Tests the audit log of a running service that is killed during a change. */
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { startService } from '../support/service/service.ts';

it('shows a test ping as attempted if the service was killed during the ping', async () => {
  let answer: (status: number) => void = () => undefined;
  const receiver = await startReceiver(() => new Promise((resolve) => (answer = resolve)));
  const first = await startService();
  const form = first.outputs.form.id;
  const { body: webhook } = await first.manage('POST', `/v1/forms/${form}/webhooks`, { url: receiver.url });
  const ping = first.manage('POST', `/v1/webhooks/${webhook.id}/test`).catch(() => 'cut off');
  await receiver.until(1);
  await first.kill();
  expect(await ping).toBe('cut off');

  const second = await startService({ folder: first.folder });
  const log = async (query: string) => (await second.manage('GET', `/v1/audit-log?${query}`)).body;
  const { data } = await log('action=testWebhook');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    actor: { type: 'key' },
    target: { type: 'webhook', id: webhook.id },
    outcome: 'attempted',
    ip: '127.0.0.1',
  });
  // Earlier audit events are still listed, and none are missing between pages.
  const newest = await log('limit=2');
  expect(newest.data.map(({ action }: any) => action)).toEqual(['testWebhook', 'createWebhook']);
  const next = await log(`limit=2&cursor=${newest.next_cursor}`);
  expect(next.data).not.toEqual([]);
  for (const query of [`cursor=${newest.next_cursor}&action=createForm`, 'since=yesterday', 'nonsense=1']) {
    expect((await second.manage('GET', `/v1/audit-log?${query}`)).status).toBe(422);
  }
  answer(200);
  await receiver.stop();
  expect(await second.stop()).toBe(0);
}, 120_000);
