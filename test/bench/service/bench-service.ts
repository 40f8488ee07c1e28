/** Starts the local service for submission benchmarks, without limits that a single sender would reach. */
import { startService, type RunningService, type ServiceOptions } from '../../support/service/service.ts';

/** A request that a browser would send for a small form. */
export const POST = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'name=Ada&email=ada%40example.com&message=Hello',
} as const;

export interface BenchForm {
  readonly id: string;
  readonly url: string;
}

/**
 * Starts a service whose quota, rate limits and throttling limits are too high for a single address to reach.
 * @param settings additional stage settings
 */
export function startBenchService({
  settings = {},
  ...options
}: Omit<ServiceOptions, 'env'> & { readonly settings?: object } = {}): Promise<RunningService> {
  const unlimited = { monthly_quota: 10_000_000, max_file_bytes: 0, max_forms: 1_000_000 };
  const all = {
    ...settings,
    plans: { free: unlimited, pro: unlimited, team: unlimited },
    apiThrottle: { rate: 10_000, burst: 5000 },
    quotaShareOfOneAddress: 1,
  };
  return startService({ ...options, env: { SVC_SETTINGS: JSON.stringify(all) } });
}

/**
 * Creates a form for benchmarks.
 * @param webhookUrls URLs of the form's webhooks
 */
export async function makeBenchForm(
  { baseUrl, manage }: Pick<RunningService, 'baseUrl' | 'manage'>,
  webhookUrls: readonly string[] = [],
): Promise<BenchForm> {
  const { body } = await manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  const { id, slug } = body as { id: string; slug: string };
  for (const url of webhookUrls) await manage('POST', `/v1/forms/${id}/webhooks`, { url });
  return { id, url: `${baseUrl}/v1/f/${slug}` };
}

/** Returns the process id of a service. */
export const pidOf = ({ process: { pid = 0 } }: Pick<RunningService, 'process'>): number => pid;
