import { foldAttempts } from '../../console/submission/fold-attempts.ts';

const attempt = (delivery_id: string, number: number, status_code: number, error: string | null) => ({
  type: 'webhook' as const,
  at: `2026-11-24T10:0${number}:00.000Z`,
  webhook_id: 'wh_1',
  delivery_id,
  attempt: number,
  status_code,
  error,
});
const stored = { type: 'stored' as const, at: '2026-11-24T10:00:00.000Z' };

it('shows identical failures of a delivery as one entry with the time of the last one', () => {
  const entries = [
    stored,
    attempt('dlv_a', 1, 500, 'The endpoint responded with 500.'),
    attempt('dlv_b', 1, 500, 'The endpoint responded with 500.'),
    attempt('dlv_a', 2, 500, 'The endpoint responded with 500.'),
    attempt('dlv_a', 3, 500, 'The endpoint responded with 500.'),
    attempt('dlv_a', 4, 0, 'The endpoint didn’t respond in time.'),
    attempt('dlv_a', 5, 500, 'The endpoint responded with 500.'),
    attempt('dlv_a', 6, 200, null),
    attempt('dlv_a', 7, 200, null),
  ];
  expect(
    foldAttempts(entries as Parameters<typeof foldAttempts>[0]).map((entry) =>
      entry.type === 'webhook'
        ? [entry.delivery_id, entry.first, entry.attempt, entry.status_code]
        : entry.type,
    ),
  ).toEqual([
    'stored',
    ['dlv_b', 1, 1, 500],
    ['dlv_a', 1, 3, 500],
    ['dlv_a', 4, 4, 0],
    ['dlv_a', 5, 5, 500],
    ['dlv_a', 6, 6, 200],
    ['dlv_a', 7, 7, 200],
  ]);
});
