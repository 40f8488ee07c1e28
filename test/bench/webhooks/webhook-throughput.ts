/**
 * Measures deliveries per second to responding endpoints, through the whole local service. Measures once with
 * responding endpoints only, and once with a tenth of all endpoints hanging.
 */
import { startService, type RunningService } from '../../support/service/service.ts';
import { startEndpoints, type Endpoints } from './endpoints.ts';
import { loadOfMachine, spread } from '../figures.ts';

const WEBHOOKS_OF_A_FORM = 10;
const DELIVERIES = 600;
const POSTS_AT_ONCE = 4;

export async function benchWebhookThroughput(): Promise<void> {
  await measure(1, 0);
  console.log("    (a tenth of one endpoint can't hang)");
  for (const count of [10, 100]) {
    await measure(count, 0);
    await measure(count, count / 10);
  }
}

/**
 * Measures one case. Starts a new service each time, so that it doesn't retry hanging deliveries from earlier
 * cases.
 */
async function measure(count: number, hanging: number): Promise<void> {
  const service = await startService();
  const endpoints = await startEndpoints();
  const slugs = await formsWith(service, endpoints, count, hanging);
  const posts = Math.ceil((DELIVERIES * slugs.length) / count);
  const expected = (posts * (count - hanging)) / slugs.length;

  const started = Date.now();
  const respondedAt = new Map<string, number>();
  const left = Array.from({ length: posts }, (_, index) => slugs[index % slugs.length] ?? '');
  const post = async (): Promise<void> => {
    for (let slug = left.shift(); slug !== undefined; slug = left.shift()) {
      const body = new URLSearchParams({ name: 'Ada', message: 'Hello' });
      const response = await fetch(`${service.baseUrl}/v1/f/${slug}`, { method: 'POST', body });
      if (response.status !== 201) throw new Error(await response.text());
      respondedAt.set(((await response.json()) as { id: string }).id, Date.now());
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post));
  const posting = (Date.now() - started) / 1000;
  await endpoints.until(expected);
  const seconds = (Math.max(...endpoints.arrivals.map(({ at }) => at)) - started) / 1000;
  const waits = endpoints.arrivals.map(({ at, id }) => at - (respondedAt.get(id) ?? NaN));
  console.log(
    `${count} endpoints, ${hanging} of them hanging: ${(expected / seconds).toFixed(0)} deliveries/s to the others, ` +
      `${spread(waits)} after the 201 (${posts} posts in ${posting.toFixed(1)} s; ${loadOfMachine()})`,
  );
  await service.stop();
  await endpoints.stop();
}

/**
 * Creates forms that each have ten of these endpoints. The hanging endpoints are distributed evenly across
 * the forms.
 */
async function formsWith(
  service: RunningService,
  endpoints: Endpoints,
  count: number,
  hanging: number,
): Promise<string[]> {
  const slugs: string[] = [];
  for (let made = 0; made < count; made += WEBHOOKS_OF_A_FORM) {
    const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
    slugs.push(String(form.body.slug));
    for (let index = made; index < Math.min(count, made + WEBHOOKS_OF_A_FORM); index += 1) {
      const url =
        index % WEBHOOKS_OF_A_FORM < (hanging * WEBHOOKS_OF_A_FORM) / count
          ? endpoints.hangingUrl
          : endpoints.urlOf(String(index));
      await service.manage('POST', `/v1/forms/${String(form.body.id)}/webhooks`, { url });
    }
  }
  return slugs;
}
