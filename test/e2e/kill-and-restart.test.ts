import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const env = { SVC_TIME_SCALE: '100' };

let service: RunningService | undefined;
let receiver: Receiver;
afterAll(async () => {
  await Promise.all([service?.stop(), receiver.stop()]);
});

it('loses nothing that was acknowledged when it is killed, and ends every delivery', async () => {
  service = await startService({ env });
  const slug = service.outputs.form.slug;
  // Every first attempt fails, so that ladders wait when the service dies.
  receiver = await startReceiver((_, { headers }) => (headers['x-svc-attempt'] === '1' ? 500 : 200));
  const webhook = await service.manage('POST', `/v1/forms/${service.outputs.form.id}/webhooks`, {
    url: receiver.url,
  });
  expect(webhook.status).toBe(201);

  const acknowledged: string[] = [];
  let dying = false;
  const poster = async (running: RunningService): Promise<void> => {
    for (let count = 0; !dying && count < 9; count += 1) {
      try {
        // Addresses count to the rate limit together: five posters of nine posts stay below it.
        const answer = await running.request(`/v1/f/${slug}`, {
          method: 'POST',
          body: new URLSearchParams({ n: String(count) }),
        });
        if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id);
      } catch {
        return;
      }
    }
  };
  const posting = Array.from({ length: 5 }, () => poster(service!));
  await receiver.until(5);
  await service.kill();
  dying = true;
  await Promise.all(posting);
  expect(acknowledged.length).toBeGreaterThanOrEqual(5);

  service = await startService({ folder: service.folder, env });
  for (const id of acknowledged) {
    const { status, body } = await service.manage('GET', `/v1/submissions/${id}`);
    expect([status, body.id]).toEqual([200, id]);
  }
  const deliveredTo = (id: string) => (each: ReceivedWebhook) =>
    each.body.data['submission_id'] === id && each.headers['x-svc-attempt'] !== '1';
  await Promise.all(acknowledged.map((id) => receiver.untilOne(deliveredTo(id))));

  const open = async (): Promise<string[]> => {
    const { body } = await service!.manage('GET', `/v1/webhooks/${webhook.body.id}/deliveries`);
    return body.data
      .map(({ status }: { status: string }) => status)
      .filter((status: string) => status !== 'succeeded');
  };
  while ((await open()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}, 120_000);
