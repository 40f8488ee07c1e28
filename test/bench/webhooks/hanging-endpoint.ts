/**
 * Measures how long nine working endpoints wait for deliveries from the local service when the form's tenth
 * endpoint stops responding. Submissions are sent at fixed times, even while earlier requests are still
 * running.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../../support/service/service.ts';
import { startEndpoints } from './endpoints.ts';
import { loadOfMachine, spread } from '../figures.ts';

const ENDPOINTS = 10;
const POSTS_A_SECOND = 10;
const SECONDS = 15;
const HANGS_AFTER_SECONDS = 3;

export async function benchHangingEndpoint(): Promise<void> {
  await measure(false);
  await measure(true);
}

async function measure(oneHangs: boolean): Promise<void> {
  const service = await startService();
  const endpoints = await startEndpoints();
  const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  const names = Array.from({ length: ENDPOINTS }, (_, index) => `endpoint-${index}`);
  for (const name of names) {
    const url = endpoints.urlOf(name);
    await service.manage('POST', `/v1/forms/${String(form.body.id)}/webhooks`, { url });
  }
  const respondedAt = new Map<string, number>();
  const post = async (): Promise<void> => {
    const body = new URLSearchParams({ name: 'Ada', message: 'Hello' });
    const address = `${service.baseUrl}/v1/f/${String(form.body.slug)}`;
    const response = await fetch(address, { method: 'POST', body });
    if (response.status !== 201) throw new Error(await response.text());
    respondedAt.set(((await response.json()) as { id: string }).id, Date.now());
  };
  // Send a few submissions first, so that the time to load the functions isn't measured.
  for (let count = 0; count < 5; count += 1) await post();
  await endpoints.until(5 * ENDPOINTS);
  respondedAt.clear();

  const start = performance.now() + 100;
  const hangsFrom = Date.now() + 100 + HANGS_AFTER_SECONDS * 1000;
  const posts = POSTS_A_SECOND * SECONDS;
  const posting = Array.from({ length: posts }, async (_, count) => {
    await pause(start + (count * 1000) / POSTS_A_SECOND - performance.now());
    await post();
  });
  await pause(hangsFrom - Date.now());
  if (oneHangs) endpoints.hang('endpoint-0');
  await Promise.all(posting);
  await endpoints.until(5 * ENDPOINTS + posts * (ENDPOINTS - 1));
  const waits = endpoints.arrivals.flatMap(({ id, at, name }) => {
    const posted = respondedAt.get(id);
    return posted === undefined || posted < hangsFrom || name === 'endpoint-0' ? [] : [at - posted];
  });
  console.log(
    `${POSTS_A_SECOND} posts/s to ${ENDPOINTS} endpoints, ${oneHangs ? 'one of which starts to hang' : 'none of which hangs'}: ` +
      `deliveries to the others arrive ${spread(waits)} after the 201 (${loadOfMachine()})`,
  );
  await service.stop();
  await endpoints.stop();
}
