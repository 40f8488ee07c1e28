/** Tests which queues the sweeper reports, using a fixed clock. */
import { MINUTE } from '../../lambdas/core/clock.ts';
import { findingsIn, type QueueState } from '../../lambdas/outbox/watched-queues.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const empty = { deadLetters: 0, waiting: 0, inFlight: 0 };
const emails: QueueState = { id: 'Emails', metric: 'DeadNotifications', ...empty };
const erasures: QueueState = { id: 'Erasures', metric: 'DeadJobs', ...empty };

it('adds up dead letters by alarm and names their queues', () => {
  const recoveries: QueueState = { id: 'Recoveries', metric: 'DeadNotifications', ...empty };
  const found = findingsIn(
    [{ ...emails, deadLetters: 2 }, { ...recoveries, deadLetters: 3 }, erasures],
    {},
    NOON,
  );
  expect(found.dead).toEqual({ DeadNotifications: 5, DeadJobs: 0 });
  expect(found.deadByQueue).toEqual({ Emails: 2, Recoveries: 3 });
});

it('reports a queue whose messages nobody has read for 30 minutes', () => {
  const unread = { ...erasures, waiting: 1 };
  const first = findingsIn([emails, unread], {}, NOON);
  expect([first.unreadSince, first.stuck]).toEqual([{ Erasures: NOON }, []]);
  const before = findingsIn([emails, unread], first.unreadSince, NOON + 29 * MINUTE);
  expect([before.unreadSince, before.stuck]).toEqual([{ Erasures: NOON }, []]);
  expect(findingsIn([unread], before.unreadSince, NOON + 30 * MINUTE).stuck).toEqual(['Erasures']);
});

it('starts again once a function has read the queue or is reading it', () => {
  for (const now of [{ waiting: 0 }, { waiting: 5, inFlight: 1 }]) {
    const found = findingsIn([{ ...erasures, ...now }], { Erasures: NOON - 60 * MINUTE }, NOON);
    expect([found.unreadSince, found.stuck]).toEqual([{}, []]);
  }
});
