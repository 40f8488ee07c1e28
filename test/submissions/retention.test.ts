import { DAY, epochSeconds, HOUR } from '../../lambdas/core/clock.ts';
import { isExpired, receivedUntil, reappliedExpiry, spamUntil } from '../../lambdas/submissions/retention.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const at = (time: number): string => new Date(time).toISOString();

it("keeps submissions for the form's retention, or forever if it has none", () => {
  expect(receivedUntil(now, 7)).toBe(epochSeconds(now + 7 * DAY));
  expect(receivedUntil(now, null)).toBeUndefined();
});

it("keeps spam for the stage's retention but not longer than the form's", () => {
  expect(spamUntil({ receivedAt: now, since: now }, null, 30)).toBe(epochSeconds(now + 30 * DAY));
  expect(spamUntil({ receivedAt: now, since: now }, 7, 30)).toBe(epochSeconds(now + 7 * DAY));
  expect(spamUntil({ receivedAt: now - 5 * DAY, since: now }, 90, 30)).toBe(epochSeconds(now + 30 * DAY));
});

it('hides a submission as of the second in which it expires', () => {
  expect(isExpired({ expires_at: epochSeconds(now) }, now)).toBe(true);
  expect(isExpired({ expires_at: epochSeconds(now) + 1 }, now)).toBe(false);
  expect(isExpired({}, now)).toBe(false);
});

describe("when a form's retention changes", () => {
  const received = { status: 'received' as const, received_at: at(now - 5 * DAY) };
  const spam = {
    status: 'spam' as const,
    received_at: at(now - 5 * DAY),
    expires_at: epochSeconds(now + 25 * DAY),
  };

  it('starts the new retention period when the submission was received', () => {
    expect(reappliedExpiry(received, 30, now)).toBe(epochSeconds(now + 25 * DAY));
    expect(reappliedExpiry({ ...received, expires_at: epochSeconds(now + HOUR) }, null, now)).toBeUndefined();
    expect(isExpired({ expires_at: reappliedExpiry(received, 3, now) }, now)).toBe(true);
  });

  it('keeps spam no longer than before', () => {
    expect(reappliedExpiry(spam, 365, now)).toBe(spam.expires_at);
    expect(reappliedExpiry(spam, null, now)).toBe(spam.expires_at);
    expect(reappliedExpiry(spam, 10, now)).toBe(epochSeconds(now + 5 * DAY));
  });

  it("doesn't bring back expired submissions", () => {
    const expired = { ...received, expires_at: epochSeconds(now - HOUR) };
    expect(reappliedExpiry(expired, null, now)).toBe(expired.expires_at);
    expect(reappliedExpiry(expired, 365, now)).toBe(expired.expires_at);
  });
});
