/**
 * Tests the delivery state machine's decisions against a handwritten table of states and times
 * (docs/specification.md, "Deliveries").
 */
import {
  decide,
  decideReplay,
  type Decision,
  type DeliveryState,
  type ReplayDecision,
} from '../../../lambdas/webhooks/delivery/delivery-state.ts';
import type { AttemptInFlight, Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

const webhook: SigningWebhook = {
  account_id: 'acc_1',
  owner_id: 'frm_1',
  webhook_id: 'wh_1',
  url: 'https://example.com/',
  enabled: true,
  secret: 'whsec_c2VjcmV0',
  created_at: at(-1000),
  updated_at: at(-1000),
};
const disabled = { ...webhook, enabled: false };
const slow = { ...webhook, slow_until: at(60) };
const slowBefore = { ...webhook, slow_until: at(-1) };

const pending: Delivery = {
  webhook_id: 'wh_1',
  delivery_id: 'whd_1',
  submission_id: 'sub_1',
  event: 'submission.created',
  status: 'pending',
  attempts: 0,
  automatic_attempts: 0,
  last_status_code: null,
  last_error: null,
  next_attempt_at: at(0),
  created_at: at(0),
  updated_at: at(0),
  log: [],
  in_flight: [],
  expires_at: 0,
  version: 1,
};
const request = (attempt: number, claim: string, automatic = true): AttemptInFlight => ({
  attempt,
  at: at(-5),
  lease_until: at(15),
  automatic,
  claim,
});
const inFlight = (...all: AttemptInFlight[]): Delivery => ({
  ...pending,
  attempts: all.length,
  next_attempt_at: null,
  in_flight: all,
});
const others = inFlight(request(1, 'another'));
const own = inFlight(request(1, 'mine'));
const replayed = { ...pending, in_flight: [request(1, 'another', false)] };
const retrying: Delivery = { ...pending, status: 'retrying', attempts: 1, next_attempt_at: at(10) };
const succeeded: Delivery = { ...pending, status: 'succeeded', next_attempt_at: null };
const failed: Delivery = { ...pending, status: 'failed', next_attempt_at: null };
const ping: Delivery = { ...pending, event: 'webhook.test', submission_id: null };

const received = { status: 'received' } as const;
const spam = { status: 'spam' } as const;
const state = (delivery: Delivery, rest: Partial<DeliveryState> = {}): DeliveryState => ({
  delivery,
  webhook,
  submission: received,
  isSuspended: false,
  claim: 'mine',
  ...rest,
});
const gone = { webhook: undefined };
const withdrawn = { submission: undefined };

const make = (to = webhook): Decision & ReplayDecision => ({ kind: 'make-attempt', webhook: to });
const finished: Decision = { kind: 'finished' };
const noWebhook: Decision = { kind: 'give-up', reason: 'the webhook was deleted' };
const notEnabled: Decision = { kind: 'give-up', reason: 'the webhook was disabled' };
const suspended: Decision = { kind: 'give-up', reason: 'the account is suspended' };
const noSubmission: Decision = {
  kind: 'give-up',
  reason: 'the submission was deleted or marked as spam',
};

describe('a scheduled attempt', () => {
  it.each<[state: string, at: number, given: DeliveryState, expected: Decision]>([
    ['a new delivery', 0, state(pending), make()],
    ['a new delivery, early', -0.001, state(pending), { kind: 'wait', until: at(0) }],
    ['a new delivery, hours late', 7200, state(pending), make()],
    ['a retry that is not due yet', 9.999, state(retrying), { kind: 'wait', until: at(10) }],
    ['a retry that is due', 10, state(retrying), make()],
    ["another sender's attempt", 0, state(others), { kind: 'busy', until: at(15) }],
    ['a replay in flight', 0, state(replayed), make()],
    [
      'a replay in flight before a retry',
      0,
      state({ ...retrying, in_flight: replayed.in_flight }),
      { kind: 'wait', until: at(10) },
    ],
    [
      'nothing in flight and no scheduled time, as after a manual repair',
      0,
      state({ ...pending, next_attempt_at: null }),
      make(),
    ],
    ['a new delivery for a suspended account', 0, state(pending, { isSuspended: true }), suspended],
    ['a retry for a suspended account', 10, state(retrying, { isSuspended: true }), suspended],
    [
      'its own claim, with a suspended account',
      0,
      state(own, { isSuspended: true }),
      { kind: 'busy', until: at(15) },
    ],
    ['a success', 0, state(succeeded), finished],
    ['a failure', 0, state(failed), finished],
    [
      'a succeeded delivery with a replay in flight',
      0,
      state({ ...succeeded, in_flight: replayed.in_flight }),
      finished,
    ],
    [
      'a succeeded delivery with its first attempt still in flight',
      0,
      state({ ...succeeded, in_flight: others.in_flight }),
      finished,
    ],

    [
      'its own claim, after the response was lost',
      0,
      state(own),
      { kind: 'send-claimed', webhook, attempt: own.in_flight[0]! },
    ],
    [
      'its own claim, with a disabled webhook',
      0,
      state(own, { webhook: disabled }),
      { kind: 'busy', until: at(15) },
    ],
    ['its own claim, with a deleted submission', 0, state(own, withdrawn), { kind: 'busy', until: at(15) }],
    ['its own claim, with a deleted webhook', 0, state(own, gone), { kind: 'busy', until: at(15) }],

    ['a webhook that was deleted', 0, state(pending, gone), noWebhook],
    ['a webhook that was disabled', 0, state(pending, { webhook: disabled }), notEnabled],
    ['a submission that was deleted', 0, state(pending, withdrawn), noSubmission],
    ['a submission that is spam', 0, state(pending, { submission: spam }), noSubmission],
    [
      'a disabled webhook before the retry',
      0,
      state(retrying, { webhook: disabled }),
      { kind: 'wait', until: at(10) },
    ],
    [
      'a disabled webhook while another sender works on it',
      0,
      state(others, { webhook: disabled }),
      { kind: 'busy', until: at(15) },
    ],
    ['a deleted webhook after a succeeded delivery', 0, state(succeeded, gone), finished],

    ['a test ping', 0, state(ping, withdrawn), make()],
    [
      'a test ping to a disabled webhook',
      0,
      state(ping, { ...withdrawn, webhook: disabled }),
      make(disabled),
    ],
    ['a test ping to a deleted webhook', 0, state(ping, { ...withdrawn, ...gone }), noWebhook],

    ['a slow endpoint', 0, state(pending, { webhook: slow }), { kind: 'slow' }],
    ['an endpoint that was slow before', 0, state(pending, { webhook: slowBefore }), make(slowBefore)],
    [
      'a slow endpoint before the retry',
      0,
      state(retrying, { webhook: slow }),
      { kind: 'wait', until: at(10) },
    ],
    [
      'a slow endpoint that is disabled',
      0,
      state(pending, { webhook: { ...slow, enabled: false } }),
      notEnabled,
    ],
    [
      'its own claim at a slow endpoint',
      0,
      state(own, { webhook: slow }),
      { kind: 'send-claimed', webhook: slow, attempt: own.in_flight[0]! },
    ],
  ])('for %s, at second %d', (_, seconds, given, expected) => {
    expect(decide({ ...given, deferSlow: true }, NOW + seconds * 1000)).toEqual(expected);
  });

  it("goes to a slow endpoint only if it can't delay other deliveries", () => {
    expect(decide({ ...state(pending, { webhook: slow }), deferSlow: false }, NOW)).toEqual(make(slow));
  });
});

describe('a replay', () => {
  const replays = (count: number): AttemptInFlight[] =>
    Array.from({ length: count }, (_, index) => request(index + 1, `claim ${index}`, false));
  const refused = (
    reason: 'account-suspended' | 'webhook-gone' | 'submission-gone' | 'too-many-replays',
  ): ReplayDecision => ({
    kind: 'refuse',
    reason,
  });

  it.each<[state: string, given: DeliveryState, expected: ReplayDecision]>([
    ['a new delivery', state(pending), make()],
    ['a retry that is not due yet', state(retrying), make()],
    ['a success', state(succeeded), make()],
    ['a failure', state(failed), make()],
    ["another sender's attempt", state(others), make()],
    ['a disabled webhook', state(failed, { webhook: disabled }), make(disabled)],
    ['a slow endpoint', state(failed, { webhook: slow }), make(slow)],
    ['a test ping', state(ping, withdrawn), make()],
    ['a suspended account', state(failed, { isSuspended: true }), refused('account-suspended')],
    ['a deleted webhook', state(failed, gone), refused('webhook-gone')],
    ['a deleted submission', state(succeeded, withdrawn), refused('submission-gone')],
    ['a submission that is spam', state(succeeded, { submission: spam }), refused('submission-gone')],
    ['nine replays in flight', state(inFlight(...replays(9))), make()],
    ['ten replays in flight', state(inFlight(...replays(10))), refused('too-many-replays')],
    ['nine replays and an attempt in flight', state(inFlight(...replays(9), request(10, 'another'))), make()],
    [
      'its own claim, after the response was lost',
      state(inFlight(...replays(9), request(10, 'mine', false))),
      { kind: 'send-claimed', webhook, attempt: request(10, 'mine', false) },
    ],
  ])('decides for %s', (_, given, expected) => {
    expect(decideReplay(given)).toEqual(expected);
  });
});
