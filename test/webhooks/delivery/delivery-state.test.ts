/** Tests how each event changes a delivery. `decide.test.ts` tests the decisions. */
import { DAY, MINUTE, SECOND, timestamp } from '../../../lambdas/core/clock.ts';
import {
  newDelivery,
  newTestDelivery,
  toDeliveryView,
  unknownOutcome,
  type AttemptOutcome,
  type Delivery,
} from '../../../lambdas/webhooks/delivery/delivery.ts';
import {
  failWithoutAttempt,
  startAttempt,
  recordResult,
  expireLeases,
  reopen,
  progressOf,
} from '../../../lambdas/webhooks/delivery/delivery-state.ts';
import { newFormId, newSubmissionId, newWebhookId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';

const now = Date.UTC(2026, 10, 20, 12);
const config = { deadlineMs: 10_000, maxAttempts: 5, retryWaitsSeconds: [1, 10, 60, 600, 3600] };
const formId = newFormId(systemRandom);
const webhookId = newWebhookId(formId, systemRandom);
const fresh = newDelivery(webhookId, newSubmissionId(formId, now, systemRandom), now);

const ok: AttemptOutcome = { duration_ms: 12, status_code: 204, error: null, response_excerpt: null };
const failure: AttemptOutcome = {
  duration_ms: 12,
  status_code: 500,
  error: 'HTTP 500',
  response_excerpt: 'no',
};

const claim = (of: Delivery, at: number, automatic = true) =>
  startAttempt(of, { automatic, claim: `claim at ${at}` }, at, config).delivery;
const attempt = (of: Delivery, outcome: AttemptOutcome, at: number, automatic = true) => {
  const next = claim(of, at, automatic);
  return recordResult(next, next.attempts, outcome, at, config);
};

describe('a delivery', () => {
  it('is pending and ready immediately when it is new', () => {
    expect(fresh).toMatchObject({ status: 'pending', attempts: 0, next_attempt_at: timestamp(now), log: [] });
    expect(progressOf(fresh, now)).toEqual({ kind: 'wait', until: timestamp(now) });
  });

  it('is busy from the time it is claimed until the lease ends', () => {
    const claimed = claim(fresh, now);
    expect(claimed).toMatchObject({ attempts: 1, automatic_attempts: 1, next_attempt_at: null });
    expect(progressOf(claimed, now + 1)).toEqual({ kind: 'busy', until: timestamp(now + 20 * SECOND) });
  });

  it('succeeds with a 2xx response', () => {
    const done = attempt(fresh, ok, now);
    expect(done).toMatchObject({
      status: 'succeeded',
      last_status_code: 204,
      last_error: null,
      next_attempt_at: null,
      in_flight: [],
      log: [{ attempt: 1, at: timestamp(now), ...ok }],
    });
    expect(progressOf(done, now + DAY)).toEqual({ kind: 'finished' });
  });

  it('is retried after 1 s, 10 s, 1 min, and 10 min and fails after the fifth failed attempt', () => {
    let current = fresh;
    let at = now;
    for (const wait of [1, 10, 60, 600]) {
      current = attempt(current, failure, at);
      expect(current).toMatchObject({
        status: 'retrying',
        next_attempt_at: timestamp(at + wait * SECOND),
        last_error: 'HTTP 500',
      });
      at += wait * SECOND;
    }
    current = attempt(current, failure, at);
    expect(current).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: 5,
      automatic_attempts: 5,
    });
    expect(current.log.map((entry) => entry.attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['sooner than the schedule', 3, 10],
    ['later', 17, 17],
    ['after twice the scheduled wait', 20, 20],
    ['after more than twice the scheduled wait', 3600, 20],
  ])('waits if the endpoint requests a retry %s', (_, retry_after_seconds, seconds) => {
    const first = attempt(fresh, failure, now);
    const second = attempt(first, { ...failure, status_code: 429, retry_after_seconds }, now + SECOND);
    expect(second.next_attempt_at).toBe(timestamp(now + SECOND + seconds * SECOND));
    expect(second.log.at(-1)).not.toHaveProperty('retry_after_seconds');
  });

  it('is retried a fifth time after an hour if the stage allows six attempts', () => {
    let current = fresh;
    for (let made = 0; made < 5; made += 1) {
      const next = claim(current, now);
      current = recordResult(next, next.attempts, failure, now, { ...config, maxAttempts: 6 });
    }
    expect(current).toMatchObject({ status: 'retrying', next_attempt_at: timestamp(now + 3600 * SECOND) });
  });
});

describe('a claim whose sender crashed', () => {
  const dead = claim(fresh, now);
  const later = now + 20 * SECOND;

  it("doesn't change until its lease ends", () => {
    expect(expireLeases(dead, later - 1, config)).toBe(dead);
  });

  it('is then counted as a failed attempt with an unknown outcome, and the delivery continues', () => {
    expect(expireLeases(dead, later, config)).toMatchObject({
      status: 'retrying',
      next_attempt_at: timestamp(later + SECOND),
      in_flight: [],
      log: [{ attempt: 1, at: timestamp(now), ...unknownOutcome }],
    });
  });

  it('is shown as unknown before the outcome has been stored', () => {
    expect(toDeliveryView(dead, later - 1).log).toEqual([]);
    expect(toDeliveryView(dead, later).log).toEqual([
      { attempt: 1, at: timestamp(now), ...unknownOutcome, error_code: 'outcome-unknown' },
    ]);
  });

  it('ends the delivery if it was the last attempt', () => {
    let current = fresh;
    for (let made = 0; made < 4; made += 1) current = attempt(current, failure, now);
    expect(expireLeases(claim(current, now), later, config)).toMatchObject({ status: 'failed', attempts: 5 });
  });

  it('is replaced by the outcome if its sender still reports it', () => {
    const lost = expireLeases(dead, later, config);
    expect(recordResult(lost, 1, ok, later + 1, config)).toMatchObject({
      status: 'succeeded',
      last_status_code: 204,
      next_attempt_at: null,
      log: [{ attempt: 1, at: timestamp(now), ...ok }],
    });
    const failed = recordResult(lost, 1, failure, later + 1, config);
    expect(failed).toMatchObject({ status: 'retrying', next_attempt_at: lost.next_attempt_at });
    expect(failed.log).toEqual([{ attempt: 1, at: timestamp(now), ...failure }]);
  });
});

describe('an outcome recorded twice', () => {
  it.each([ok, failure, unknownOutcome])('changes the delivery only once: %j', (outcome) => {
    const once = attempt(fresh, outcome, now);
    if (outcome !== unknownOutcome) expect(recordResult(once, 1, ok, now + 1, config)).toBe(once);
    expect(recordResult(once, 1, unknownOutcome, now + 1, config)).toBe(once);
  });

  it('changes nothing if its request was never started', () => {
    expect(recordResult(fresh, 3, ok, now, config)).toBe(fresh);
  });
});

describe('a replay', () => {
  it('uses up no automatic attempt and leaves the schedule unchanged', () => {
    const waiting = attempt(fresh, failure, now);
    const replayed = attempt(waiting, failure, now + 100, false);
    expect(replayed).toMatchObject({
      status: 'retrying',
      attempts: 2,
      automatic_attempts: 1,
      next_attempt_at: waiting.next_attempt_at,
    });
    let current = replayed;
    for (let made = 1; made < 5; made += 1) current = attempt(current, failure, now + DAY);
    expect(current).toMatchObject({ status: 'failed', attempts: 6, automatic_attempts: 5 });
  });

  it('ends the schedule if it succeeds', () => {
    const waiting = attempt(fresh, failure, now);
    expect(attempt(waiting, ok, now + 100, false)).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
    });
  });

  it('makes a failed delivery successful if it succeeds but leaves a successful one unchanged if it fails', () => {
    let failed = fresh;
    for (let made = 0; made < 5; made += 1) failed = attempt(failed, failure, now);
    expect(attempt(failed, ok, now + DAY, false).status).toBe('succeeded');
    const replayed = attempt(attempt(fresh, ok, now), failure, now + DAY, false);
    expect(replayed).toMatchObject({ status: 'succeeded', last_status_code: 500, last_error: 'HTTP 500' });
  });

  it('can run at the same time as an automatic attempt and is recorded whichever finishes first', () => {
    const both = claim(claim(fresh, now), now + 10, false);
    expect(both.in_flight.map((each) => each.attempt)).toEqual([1, 2]);
    const replayFirst = recordResult(
      recordResult(both, 2, ok, now + 20, config),
      1,
      failure,
      now + 30,
      config,
    );
    expect(replayFirst).toMatchObject({ status: 'succeeded', last_status_code: 204, in_flight: [] });
    expect(replayFirst.log.map((entry) => entry.attempt)).toEqual([1, 2]);
    const attemptFirst = recordResult(
      recordResult(both, 1, failure, now + 20, config),
      2,
      ok,
      now + 30,
      config,
    );
    expect(attemptFirst).toMatchObject({ status: 'succeeded', next_attempt_at: null });
  });

  it('appears in the log of the last twenty requests', () => {
    let current = attempt(fresh, ok, now);
    for (let made = 0; made < 30; made += 1) current = attempt(current, failure, now + made, false);
    expect(current.log.map((entry) => entry.attempt)).toEqual(Array.from({ length: 20 }, (_, i) => i + 12));
    expect(current.attempts).toBe(31);
  });
});

describe('a canceled delivery', () => {
  const given = failWithoutAttempt(attempt(fresh, failure, now), 'the webhook was disabled', now + 5);

  it('is marked as failed, with the reason for it', () => {
    expect(given).toMatchObject({
      status: 'failed',
      last_error: 'the webhook was disabled',
      next_attempt_at: null,
      attempts: 1,
      log: [{ attempt: 1 }],
    });
  });

  it('resumes where it stopped if its submission is accepted again', () => {
    expect(reopen(given, now + DAY, config)).toMatchObject({
      status: 'retrying',
      next_attempt_at: timestamp(now + DAY),
      automatic_attempts: 1,
    });
    const untried = failWithoutAttempt(fresh, 'the submission was deleted or marked as spam', now);
    expect(reopen(untried, now + DAY, config).status).toBe('pending');
  });

  it("doesn't change if it has no attempts left, has succeeded, or is in progress", () => {
    let exhausted = fresh;
    for (let made = 0; made < 5; made += 1) exhausted = attempt(exhausted, failure, now);
    for (const each of [exhausted, attempt(fresh, ok, now), fresh]) {
      expect(reopen(each, now + DAY, config)).toBe(each);
    }
  });
});

describe('a test ping', () => {
  const ping = newTestDelivery(webhookId, now, systemRandom);

  it('has no submission and is sent once', () => {
    expect(ping).toMatchObject({ event: 'webhook.test', submission_id: null });
    expect(attempt(ping, failure, now)).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  it('is not sent again if its outcome is unknown', () => {
    expect(expireLeases(claim(ping, now), now + MINUTE, config)).toMatchObject({
      status: 'failed',
      attempts: 1,
    });
  });
});

describe('the overdue index', () => {
  const minutesFrom = (from: number, of: Delivery) => (Date.parse(of.check_at ?? '') - from) / MINUTE;

  it('contains a delivery from its first write on, and postpones a check that would be too early', () => {
    expect(minutesFrom(now, fresh)).toBe(15);
    const claimed = claim(fresh, now + 100);
    expect(claimed.check_at).toBe(fresh.check_at);
    const backlogged = claim(fresh, now + 14 * MINUTE);
    expect(minutesFrom(now + 14 * MINUTE + 20 * SECOND, backlogged)).toBe(15);
  });

  it('checks a delivery 10 to 30 minutes after the scheduled time of its next attempt', () => {
    let current = fresh;
    let at = now;
    for (const wait of [1, 10, 60, 600]) {
      current = attempt(current, failure, at);
      at += wait * SECOND;
      expect(minutesFrom(at, current)).toBeGreaterThanOrEqual(10);
      expect(minutesFrom(at, current)).toBeLessThanOrEqual(30);
    }
  });

  it('moves a check earlier if it was postponed by hours', () => {
    const postponed = { ...fresh, check_at: timestamp(now + 6 * 60 * MINUTE) };
    expect(minutesFrom(now + 20 * SECOND, claim(postponed, now))).toBe(15);
  });

  it('no longer contains a delivery that has failed', () => {
    expect(failWithoutAttempt(fresh, 'the webhook was deleted', now)).toMatchObject({
      check_at: undefined,
      overdue_shard: undefined,
    });
  });
});
