/** Submissions a second through the whole local service. */
import autocannon from 'autocannon';
import { startService } from '../support/service/service.ts';

const SECONDS = 5;

export async function benchIngest(): Promise<void> {
  // One address sends all of them, which may use a tenth of the quota on one day.
  const unlimited = { monthly_quota: 10_000_000, max_file_bytes: 0 };
  const plans = { free: unlimited, pro: unlimited, team: unlimited };
  // The stage must not be what limits.
  const apiThrottle = { rate: 10_000, burst: 5000 };
  const service = await startService({ env: { SVC_SETTINGS: JSON.stringify({ plans, apiThrottle }) } });
  const form = await service.manage('POST', '/v1/forms', { name: 'Bench', rate_limit: 100_000 });
  for (const connections of [1, 10, 50]) {
    const result = await autocannon({
      url: `${service.baseUrl}/v1/f/${String(form.body.slug)}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Ada&email=ada%40example.com&message=Hello',
      connections,
      duration: SECONDS,
    });
    const failed = result.non2xx + result.errors;
    console.log(
      `${String(connections).padStart(2)} connections: ${result.requests.average.toFixed(0)} submissions/s, ` +
        `p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms${failed > 0 ? `, ${failed} FAILED` : ''}`,
    );
  }
  await service.stop();
}
