/**
 * Measures the milliseconds from the 201 response to the first delivery attempt, through the whole local
 * service. Submissions are sent at fixed times, so that a slow service can't reduce the load.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../../support/service/service.ts';
import { startEndpoints } from './endpoints.ts';
import { loadOfMachine, spread } from '../figures.ts';

const RATES = [10, 100];
const SECONDS = 10;

export async function benchWebhookLatency(): Promise<void> {
  // Allow a single address to use the whole quota, because it sends all submissions.
  const service = await startService({
    env: { SVC_SETTINGS: JSON.stringify({ quotaShareOfOneAddress: 1 }) },
  });
  const endpoints = await startEndpoints();
  const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  await service.manage('POST', `/v1/forms/${String(form.body.id)}/webhooks`, { url: endpoints.urlOf('one') });
  /**
   * Sends a submission. Returns its id and the time when the 201 arrived, or undefined if it was refused.
   */
  const post = async (): Promise<{ id: string; at: number } | undefined> => {
    const body = new URLSearchParams({ name: 'Ada', message: 'Hello' });
    const response = await fetch(`${service.baseUrl}/v1/f/${String(form.body.slug)}`, {
      method: 'POST',
      body,
    });
    const at = Date.now();
    const { id } = (await response.json()) as { id: string };
    return response.status === 201 ? { id, at } : undefined;
  };

  const warm = await post();
  if (warm) await endpoints.arrivalOf(warm.id);
  for (const rate of RATES) {
    const start = performance.now() + 100;
    const responses: number[] = [];
    const posting = Array.from({ length: rate * SECONDS }, async (_, count) => {
      const due = start + (count * 1000) / rate;
      await pause(due - performance.now());
      const posted = await post();
      responses.push(performance.now() - due);
      return posted;
    });
    const posted = (await Promise.all(posting)).filter((each) => each !== undefined);
    const figures = await Promise.all(posted.map(async ({ id, at }) => (await endpoints.arrivalOf(id)) - at));
    const refused = posting.length - posted.length;
    console.log(
      `${rate} submissions/s for ${SECONDS} s: ${spread(figures)} from the 201 to the first attempt; ` +
        `responses ${spread(responses)} after the scheduled time${refused > 0 ? `; ${refused} REFUSED` : ''}; ` +
        loadOfMachine(),
    );
  }
  await service.stop();
  await endpoints.stop();
}
