/**
 * Tests the recovery rules for failing webhooks: probe times, the failing span returned by the API, and the
 * effects of webhook changes.
 */
import { DAY, HOUR, MINUTE, timestamp } from '../../lambdas/core/clock.ts';
import { PROBE_TIMES_SECONDS } from '../../lambdas/core/retry-schedule.ts';
import { lastFailureOf } from '../../lambdas/webhooks/endpoint-health/failure-span.ts';
import { healingOf } from '../../lambdas/webhooks/endpoint-health/healing-change.ts';
import { nextProbeAt } from '../../lambdas/webhooks/endpoint-health/probe-times.ts';

const start = Date.parse('2026-11-20T00:00:00.000Z');

it('probes 15 min, 30 min, 1 h, and 2 h after the failure and every 4 h after that', () => {
  const times: number[] = [];
  for (let at = start; times.length < 8;) {
    at = nextProbeAt(timestamp(start), at, PROBE_TIMES_SECONDS);
    times.push((at - start) / MINUTE);
  }
  expect(times).toEqual([15, 30, 60, 120, 240, 480, 720, 960]);
});

it('continues with the next scheduled probe after a pause', () => {
  const next = nextProbeAt(timestamp(start), start + 26 * HOUR, PROBE_TIMES_SECONDS);
  expect(next).toBe(start + 28 * HOUR);
});

it('scales the probe times', () => {
  expect(nextProbeAt(timestamp(start), start, [0.009])).toBe(start + 9);
});

it('shows the last failing span for 30 days after it ends', () => {
  const of = {
    failure_id: timestamp(start),
    failure_from: timestamp(start),
    failure_until: timestamp(start + HOUR),
    failure_count: 3,
  };
  const shown = { since: timestamp(start), until: timestamp(start + HOUR), deliveries: 3 };
  expect(lastFailureOf(of, start + HOUR + 30 * DAY)).toEqual(shown);
  expect(lastFailureOf(of, start + HOUR + 30 * DAY + 1)).toBeNull();
  expect(lastFailureOf({ failure_until: timestamp(start) }, start)).toBeNull();
});

describe('a change to a webhook', () => {
  const failing = { enabled: true, auto_recover: true, failing_since: '1', failure_from: '1' };
  const disabled = { ...failing, enabled: false };

  it.each([
    ['ends the span without auto_recover', { enabled: true, failing_since: '1' }, { enabled: true }, 'end'],
    ['ends the span with a new URL', { enabled: true }, { url: 'https://two.example/' }, 'end'],
    ['keeps the span otherwise', { enabled: true, failing_since: '1' }, { enabled: false }, 'keep'],
    ['recovers a webhook that is enabled again', disabled, { enabled: true }, 'recover'],
    [
      'recovers a webhook that was disabled by a 410',
      { ...disabled, failing_since: undefined },
      { enabled: true },
      'recover',
    ],
    ['keeps the span with a new URL and auto_recover', failing, { url: 'https://two.example/' }, 'keep'],
    ['keeps the span of a disabled webhook', disabled, { auto_recover: true }, 'keep'],
    [
      'probes if auto_recover is set while failing',
      { ...failing, auto_recover: false },
      { auto_recover: true },
      'probe',
    ],
    ['ends the span if auto_recover is turned off', disabled, { enabled: true, auto_recover: false }, 'end'],
    [
      'changes nothing for a working webhook',
      { enabled: true, auto_recover: true },
      { enabled: true },
      'keep',
    ],
  ] as const)('%s', (_, before, change, effect) => {
    expect(healingOf(before, change)).toBe(effect);
  });
});
