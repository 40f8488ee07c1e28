/**
 * Provides the dependencies of a simulated function. Each call goes through the invocation, so that the call
 * can fail or crash the function.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Overdue } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { outcomeOf } from '../../lambdas/webhooks/sender/response-outcome.ts';
import type { SignedRequest } from '../../lambdas/webhooks/delivery/envelope.ts';
import type { ProbeDeps } from '../../lambdas/webhooks/delivery/run-probe.ts';
import type { AttemptOutcome, Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import type { FanOutDeps } from '../../lambdas/outbox/create-deliveries.ts';
import { parentsOfDelivery } from '../../lambdas/core/ids.ts';
import { toFirstAttemptJson } from '../../lambdas/webhooks/delivery/first-attempt.ts';
import { publicKeysOf } from '../../lambdas/webhooks/signing/key-pair.ts';
import { svcSignature } from '../../lambdas/webhooks/delivery/signature.ts';
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { FRESH } from './invariants.ts';
import { CallFailed } from './faults.ts';
import type { Invocation } from './aws/invocation.ts';
import { responseOf } from './receiver.ts';
import type { World } from './world.ts';

const FOR_EVER = '9999-12-31T00:00:00.000Z';
const HANDED_OVER_FAILED = 'queue.handOver';

/**
 * Data that an invocation read before sending a webhook request, used to check the request later. Deliveries
 * in a batch share an invocation, so one may read its webhook just before a change and another just after it.
 */
interface Readings {
  /** Webhook reads, latest first. `at` is in milliseconds since the epoch. */
  readonly webhooks: { row: SigningWebhook; at: number }[];
  /** When the webhook was last read and found enabled, in milliseconds since the epoch. */
  webhookEnabledAt?: number;
}

/** Returns the dependencies of the functions that make delivery attempts. */
export function deliveryDeps(world: World, invocation: Invocation): ProbeDeps {
  const { timeline, random, deliveries, webhooks, submissions, journal, config, without } = world;
  const readings: Map<string, Readings> = new Map();
  const readingsOf = (formPart: string): Readings => {
    const found = readings.get(formPart) ?? { webhooks: [] };
    readings.set(formPart, found);
    return found;
  };
  /** The record that `startRecovery` stores if the remedy `due-recovery` is turned off. */
  const oweLater = new Map<string, () => void>();
  const call = <Result>(name: string, effect: () => Result): Promise<Result> => invocation.call(name, effect);

  return {
    baseUrl: 'https://forms.example.com',
    now: world.clock,
    pause: (milliseconds, signal) =>
      Promise.race([
        timeline
          .sleep(milliseconds)
          .then(() => (signal?.aborted ? undefined : call('pause', () => undefined))),
        new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
      ]),
    newClaim: () => world.nextName('claim'),
    createDelivery: (of) => call('delivery.create', () => world.createDelivery(of)),
    findDelivery: (_, id) => call('delivery.find', () => deliveries.find(id)),
    replaceDelivery: (before, after) => call('delivery.replace', () => world.replaceDelivery(before, after)),
    findWebhook: (_, id) =>
      call('webhook.find', () => {
        const row = without === 'fresh-webhook' ? world.firstReading(id) : webhooks.find(id);
        const actual = webhooks.find(id);
        if (actual) readingsOf(id).webhooks.unshift({ row: actual, at: timeline.now });
        if (actual?.enabled) readingsOf(id).webhookEnabledAt = timeline.now;
        return row;
      }),
    findSubmission: (_, id) => call('submission.find', () => submissions.find(id)),
    isSuspended: () => call('account.isSuspended', () => world.isSuspended),
    send: (request) => invocation.request('send', () => receive(request)),
    handOver: async (of) => {
      if (without === 'hand-over') throw new CallFailed(HANDED_OVER_FAILED);
      try {
        await call(HANDED_OVER_FAILED, () => {
          journal.everHandedOver.add(of.delivery_id);
          world.queue.send(of);
        });
      } catch (error) {
        journal.doubleFailures.add(of.delivery_id);
        throw error;
      }
    },
    health: {
      markFailing: (of, since, emailOwner, from) =>
        call('webhook.markFailing', () => {
          if (!webhooks.markFailing(of, since, emailOwner, from)) return;
          journal.failingSince.push({ webhookId: of.webhook_id, since });
        }),
      markWorking: (of, at) =>
        call('webhook.markWorking', () => {
          const hasEnded = webhooks.markWorking(of, at);
          if (hasEnded && of.auto_recover === true) {
            journal.endedSpans.push(of.webhook_id);
            const owe = (): void => world.recoveries.owe(of, of.failure_from ?? at);
            if (without === 'due-recovery') oweLater.set(of.webhook_id, owe);
            else owe();
          }
          return hasEnded;
        }),
      markProbed: (of, due) =>
        call('webhook.markProbed', () => {
          journal.probeTimes.add(`${of.webhook_id} ${due}`);
          return webhooks.markProbed(of, due) || without === 'probe-claim';
        }),
      probesQueued: (of) => call('webhook.probesQueued', () => webhooks.probesQueued(of)),
      disable: (of, reason, at, from) =>
        call('webhook.disable', () => {
          if (!webhooks.disable(of, reason, at, from)) return;
          journal.disabledByService.set(`${of.webhook_id}-${at}`, of.failing_since ?? '');
          journal.note(timeline.now, `${of.webhook_id} is disabled: ${reason}`);
        }),
      markSlow: (of, until) => call('webhook.markSlow', () => webhooks.markSlow(of, until)),
      failingEmailQueued: (of) => call('webhook.failingEmailQueued', () => webhooks.failingEmailQueued(of)),
      ownerEmailQueued: (of) => call('webhook.ownerEmailQueued', () => webhooks.ownerEmailQueued(of)),
    },
    countFailure: (before, after, of) =>
      call('delivery.countFailure', () => {
        const isAsSeen = webhooks.find(of.webhook_id)?.failure_id === of.failure_id;
        const saved = isAsSeen && world.replaceDelivery(before, { ...after, failure_id: of.failure_id });
        return saved !== undefined && saved !== false && webhooks.countFailure(of, after.failed_at ?? '');
      }),
    queueProbes: (webhookId) => call('queue.queueProbes', () => world.queue.send({ delivery_id: webhookId })),
    startRecovery: async (webhookId) => {
      await call('recovery.owe', () => oweLater.get(webhookId)?.());
      await world.recoveries.startDue(webhookId, invocation);
    },
    oldestFailed: ({ webhook_id, since, until }, limit) =>
      call('delivery.oldestFailed', () =>
        [...deliveries.rows.values()]
          .flatMap(({ failed_at, delivery_id, ...row }) =>
            failed_at !== undefined &&
            row.webhook_id === webhook_id &&
            failed_at >= since &&
            failed_at < until
              ? [{ failed_at, delivery_id }]
              : [],
          )
          .sort((a, b) => (a.failed_at < b.failed_at ? -1 : 1))
          .slice(0, limit),
      ),
    sendOwnerEmail: (of) => call('queue.sendOwnerEmail', () => void world.ownerEmails.push(of)),
  };

  /** Simulates an endpoint that receives a webhook request. */
  function receive({ url, headers, body, secrets, logged }: SignedRequest): {
    takesMs: number;
    result: AttemptOutcome;
  } {
    const deliveryId = headers['x-svc-delivery'] ?? '';
    const webhookId = parentsOfDelivery(deliveryId)?.webhookId ?? '';
    const submissionId = world.submissionOf(deliveryId);
    const { webhooks: read, webhookEnabledAt = -Infinity } = readingsOf(webhookId);
    const signedOf = read.find(
      ({ row }) =>
        url === row.url &&
        headers['x-svc-signature'] === svcSignature(row.secret, body) &&
        isSignedWithKeys(row, { headers, body }, timeline.now),
    );
    const endpoint = world.endpoint(url);
    const response = responseOf(endpoint.behaviour, random, {
      now: timeline.now,
      recoversAt: endpoint.recoversAt,
      outage: endpoint.outage,
      deadlineMs: config.deadlineMs,
    });
    const acknowledged = response.status >= 200 && response.status < 300;
    journal.posts.push({
      deliveryId,
      webhookId,
      submissionId,
      attemptHeader: Number(headers['x-svc-attempt']),
      isProbe: logged.probe === true,
      begunAt: timeline.now,
      endsAt: timeline.now + response.takesMs,
      acknowledged,
      isSignedRight: signedOf !== undefined,
      invocation,
      webhookWasEnabled: timeline.now - webhookEnabledAt <= FRESH,
      readingAgeMs: timeline.now - (signedOf?.at ?? 0),
    });
    journal.note(timeline.now, `${invocation.kind} sends ${deliveryId} → ${response.status}`);
    // Every endpoint echoes the signing secrets, to check that the delivery log doesn't store them.
    const chunks = [Buffer.from(`I know ${read[0]?.row.secret ?? ''} and ${secrets.join()}`)];
    const failure = response.status === 0 ? 'No complete response arrived within 10 s.' : null;
    const retryAfter = response.retryAfter ?? '';
    const received = { status: response.status, contentEncoding: '', retryAfter, chunks, bytes: 0 };
    return {
      takesMs: response.takesMs,
      result: outcomeOf(received, failure, response.takesMs, secrets, timeline.now),
    };
  }
}

/** Returns true if a request has a valid `v1a` signature for each valid public key of its webhook. */
function isSignedWithKeys(
  row: SigningWebhook,
  { headers, body }: Pick<SignedRequest, 'headers' | 'body'>,
  now: number,
): boolean {
  const { public_key, previous_public_key } = publicKeysOf(row, now);
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const signatures = (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .map((each) => Buffer.from(each.slice('v1a,'.length), 'base64'));
  return [public_key, previous_public_key]
    .filter((key) => key !== null)
    .every((key) => signatures.some((signature) => verify(null, signed, verifyingKeyOf(key), signature)));
}

/** Prefix of an SPKI Ed25519 key. The 32 bytes of the public key follow it (RFC 8410, section 4). */
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');

function verifyingKeyOf(publicKey: string): KeyObject {
  const bytes = Buffer.from(publicKey.slice('whpk_'.length), 'base64');
  return createPublicKey({ key: Buffer.concat([SPKI_START, bytes]), format: 'der', type: 'spki' });
}

/** Returns the dependencies of fan-out. */
export function fanOutDeps(world: World, invocation: Invocation): FanOutDeps {
  const { deliveries, webhooks, queue, config, without } = world;
  const call = <Result>(name: string, effect: () => Result): Promise<Result> => invocation.call(name, effect);
  // When the remedy `delivery-id` is turned off, every run of fan-out creates new delivery ids.
  const ids = new Map<string, string>();
  const idOf = (derived: string): string => {
    if (without !== 'delivery-id') return derived;
    const id = `${derived.slice(0, -10)}${world.nextName('Z').slice(1).padStart(10, '0')}`;
    world.alias(id, derived);
    ids.set(derived, id);
    return id;
  };
  return {
    now: world.clock,
    maxAttempts: config.maxAttempts,
    listWebhooks: (ownerId) => call('webhook.list', () => webhooks.list(ownerId)),
    createDelivery: (of) =>
      call('delivery.create', () => world.createDelivery({ ...of, delivery_id: idOf(of.delivery_id) })),
    findDelivery: (_, id) => call('delivery.find', () => deliveries.find(ids.get(id) ?? id)),
    replaceDelivery: (before, after) => call('delivery.replace', () => world.replaceDelivery(before, after)),
    withhold: (created) =>
      call('delivery.withhold', () => {
        const { webhookId, submissionId } = parentsOfDelivery(created.delivery_id) ?? {};
        world.journal.withheld.add(`${webhookId} ${submissionId}`);
      }),
    findForm: () => Promise.resolve(undefined),
    queue: (all, first) =>
      call('queue.add', () => {
        for (const id of all) {
          queue.send({
            delivery_id: first ? idOf(id) : (ids.get(id) ?? id),
            ...(first && { first: toFirstAttemptJson(first) }),
          });
        }
      }),
  };
}

/** Returns the sweeper's dependencies, except those that it shares with fan-out. */
export function sweepDeps(world: World, invocation: Invocation) {
  const { deliveries, queue, failed } = world;
  const call = <Result>(name: string, effect: () => Result): Promise<Result> => invocation.call(name, effect);
  return {
    now: world.clock,
    deliveries: {
      async *overdue(part: string, now: string): AsyncGenerator<Overdue[], void> {
        yield await call('delivery.overdue', () => deliveries.overdue(part, now));
      },
      postpone: (of: Overdue, until: string) =>
        call('delivery.postpone', () => deliveries.postpone(of, until)),
    },
    queue: {
      add: (ids: readonly string[]) =>
        call('queue.add', () => {
          for (const delivery_id of ids) queue.send({ delivery_id });
        }),
    },
    waiting: {},
    checkQueues: () =>
      Promise.resolve({ dead: { DeadNotifications: 0, DeadJobs: 0 }, deadByQueue: {}, stuck: [] }),
    checks: {},
    measure: () => undefined,
    failed: {
      async *list(): AsyncGenerator<string, void> {
        yield* await call('failed.list', () => [...failed.keys()]);
      },
      records: (key: string) => call('failed.records', () => [...(failed.get(key) ?? [])] as unknown[]),
      done: (key: string) => call('failed.done', () => void failed.delete(key)),
    },
    redrive: () =>
      call('queue.redrive', () => (world.without === 'dead-letter-redrive' ? 0 : queue.redrive())),
    resumeRecoveries: world.recoveries.resume(invocation),
    report: () => undefined,
  };
}

/** Returns a copy of the delivery. The leases of its claims never expire. */
export function withoutLease(of: Delivery): Delivery {
  return { ...of, in_flight: of.in_flight.map((each) => ({ ...each, lease_until: FOR_EVER })) };
}
