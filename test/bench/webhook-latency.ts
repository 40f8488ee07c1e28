/** Milliseconds from the 201 to the webhook's arrival, through the whole local service. */
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { spread } from './figures.ts';

const POSTS = 100;

export async function benchWebhookLatency(): Promise<void> {
  const service = await startService();
  const receiver = await startReceiver();
  const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  await service.manage('POST', `/v1/forms/${String(form.body.id)}/webhooks`, { url: receiver.url });
  const figures: number[] = [];
  for (let count = 0; count < POSTS; count += 1) {
    const answer = await fetch(`${service.baseUrl}/v1/f/${String(form.body.slug)}`, {
      method: 'POST',
      body: new URLSearchParams({ count: String(count) }),
    });
    const answeredAt = Date.now();
    const { id } = (await answer.json()) as { id: string };
    const webhook = await receiver.untilOne(({ body }) => body.data['submission_id'] === id);
    figures.push(webhook.at - answeredAt);
  }
  console.log(`one post after the other: ${spread(figures)} from the 201 to the webhook`);
  await service.stop();
  await receiver.stop();
}
