/**
 * Tests the retry schedule, and that settings, deliveries and the docs match it.
 */
import { readFileSync } from 'node:fs';
import { RETRY_WAITS_SECONDS } from '../../lambdas/core/retry-schedule.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newFormId, newSubmissionId, newWebhookId } from '../../lambdas/core/ids.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { recordResult, startAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { checkedSettings } from '../../lib/settings/stage-settings.ts';
import { readSettings } from '../../local/runner-settings.ts';

const textOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');

/** Fails every attempt of a delivery and returns the delay before each retry, in seconds. */
function waitsOfFailingDelivery(
  retryWaitsSeconds: readonly number[],
  maxAttempts: number,
  random?: () => number,
): number[] {
  const config = { deadlineMs: 10_000, maxAttempts, retryWaitsSeconds, disableAfterDays: 5, random };
  const formId = newFormId(systemRandom);
  let now = Date.UTC(2026, 10, 20, 12);
  let delivery = newDelivery(
    newWebhookId(formId, systemRandom),
    newSubmissionId(formId, now, systemRandom),
    now,
  );
  const waits: number[] = [];
  for (;;) {
    const started = startAttempt(
      delivery,
      { automatic: true, claim: `claim at ${now}` },
      now,
      config,
    ).delivery;
    const failure = { duration_ms: 1, status_code: 500, error: 'HTTP 500', response_excerpt: null };
    delivery = recordResult(started, started.attempts, failure, now, config);
    if (delivery.next_attempt_at === null) return waits;
    const due = Date.parse(delivery.next_attempt_at);
    waits.push((due - now) / 1000);
    now = due;
  }
}

describe('the retry schedule', () => {
  it('gets up to a tenth longer at random, but never shorter', () => {
    const waits = (random: number) => waitsOfFailingDelivery(RETRY_WAITS_SECONDS, 6, () => random);
    expect(waits(0)).toEqual([1, 10, 60, 600, 3600]);
    expect(waits(0.5)).toEqual([1.05, 10.5, 63, 630, 3780]);
    expect(waits(1)).toEqual([1.1, 11, 66, 660, 3960]);
  });

  it('waits 1 s, 10 s, 1 min, 10 min, and 1 h', () => {
    expect(RETRY_WAITS_SECONDS).toEqual([1, 10, 60, 600, 3600]);
  });

  it('is the default for a stage and the local service', () => {
    expect(checkedSettings('test', {}).retryWaitsSeconds).toEqual([1, 10, 60, 600, 3600]);
    expect(readSettings([], {}).context['svc:retryWaitsSeconds']).toEqual([1, 10, 60, 600, 3600]);
  });

  it('applies to a delivery that fails five times, or six if the stage allows it', () => {
    const { retryWaitsSeconds, webhookMaxAttempts } = checkedSettings('test', {});
    expect(waitsOfFailingDelivery(retryWaitsSeconds, webhookMaxAttempts)).toEqual([1, 10, 60, 600]);
    expect(waitsOfFailingDelivery(retryWaitsSeconds, 6)).toEqual([1, 10, 60, 600, 3600]);
  });

  it('is described correctly in the specification and in the stage settings', () => {
    expect(textOf('docs/specification.md')).toContain('are 1 s, 10 s, 1 min and 10 min');
    expect(textOf('docs/operating/settings.md')).toContain(
      '`retryWaitsSeconds` | `[1, 10, 60, 600, 3600]` |',
    );
  });
});
