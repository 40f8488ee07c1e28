import { mintingCounter } from '../../../lambdas/auth/keys/minting-cap.ts';

it('allows an account ten new keys per clock hour', () => {
  const late = mintingCounter('acc_1', Date.UTC(2026, 10, 20, 12, 59, 59, 999));
  const next = mintingCounter('acc_1', Date.UTC(2026, 10, 20, 13));
  expect(late).toMatchObject({ limit: 10, endsAt: Date.UTC(2026, 10, 20, 13) });
  expect(late.expiresAt).toBeGreaterThanOrEqual(late.endsAt / 1000);
  expect(next.counter).not.toBe(late.counter);
  expect(mintingCounter('acc_2', Date.UTC(2026, 10, 20, 13)).counter).not.toBe(next.counter);
});

it('uses the same counter from the first to the last millisecond of an hour', () => {
  const first = mintingCounter('acc_1', Date.UTC(2026, 10, 20, 12));
  expect(mintingCounter('acc_1', first.endsAt - 1).counter).toBe(first.counter);
});
