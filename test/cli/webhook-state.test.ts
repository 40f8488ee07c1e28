/** Tests how the operator's `find` command describes webhooks. */
import { webhookState } from '../../cli/find/webhook-state.ts';

const since = '2026-11-20T09:30:00.000Z';
const failing = { enabled: true, failing_since: since };
const openSpan = { failure_id: since, failure_from: since, failure_count: 3 };
const closedSpan = { ...openSpan, failure_until: '2026-11-21T10:00:00.000Z' };

it.each([
  ['deleted', undefined],
  ['enabled', { enabled: true }],
  [`enabled, failing since ${since}`, failing],
  [
    `enabled, failing since ${since}, is probed and recovers automatically`,
    { ...failing, auto_recover: true },
  ],
  ['disabled (by its owner)', { enabled: false }],
  ['disabled (gone)', { enabled: false, disabled_reason: 'gone' as const }],
  [
    'disabled (failing), sends missed submissions once it is enabled',
    { enabled: false, disabled_reason: 'failing' as const, auto_recover: true, ...openSpan },
  ],
  ['disabled (failing)', { enabled: false, disabled_reason: 'failing' as const, ...openSpan }],
  ['disabled (by its owner)', { enabled: false, auto_recover: true, ...closedSpan }],
])('says: %s', (expected, webhook) => {
  expect(webhookState(webhook)).toBe(expected);
});
