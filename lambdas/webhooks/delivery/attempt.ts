/**
 * Attempts that the service makes of itself. Whoever asks, and however often, an attempt that is due is claimed by
 * one; everybody else learns how the delivery stands (invariants 2 and 3).
 */
import { SECOND, timestamp, type Clock } from '../../core/clock.ts';
import { isFinal, type AttemptInFlight, type AttemptOutcome, type Delivery } from './delivery.ts';
import {
  giveUp,
  startAttempt,
  recordResult,
  expireLeases,
  nextStep,
  type AttemptConfig,
} from './delivery-state.ts';
import { eventData, signedRequest } from './envelope.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import type { Submission } from '../../submissions/submission.ts';
import { isSlow, SLOW_MS, slowUntil } from '../slow-endpoint.ts';
import { cancelCheck, scheduleCheck } from './overdue-index.ts';
import { liveSecrets, type SigningWebhook } from '../webhook.ts';
import { updateEndpointHealth, changesEndpointHealth, type EndpointHealthDeps } from '../endpoint-health.ts';

/** The outcome of a request that could not be recorded by its maker. */
export interface UnrecordedOutcome {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What must not be kept of the answer, whoever repeats it. */
  readonly secrets: readonly string[];
}

export interface AttemptDeps extends EndpointHealthDeps {
  readonly now: Clock;
  /** Where links to files lead. */
  readonly baseUrl: string;
  /** May reject when the signal is aborted before. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A name for a claim that nobody else has. */
  newClaim(): string;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Compare and swap; undefined when somebody else wrote first. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  /** Sends one request; never throws for what the endpoint does. */
  send(request: WebhookRequest): Promise<AttemptOutcome>;
  /** Keeps an outcome until somebody can record it: `recordUnrecorded`. */
  handOver(of: UnrecordedOutcome): Promise<void>;
}

export interface DeliveryConfig extends AttemptConfig {
  /** Days of nothing but failures after which a webhook is disabled; 0 for never. */
  readonly disableAfterDays: number;
}

/** How the delivery stands after a call. */
export type DeliveryProgress =
  /** Nothing more will be sent by itself, or whoever records the last outcome sees to it. */
  | { state: 'ended' }
  /** The next attempt is due at `at`. */
  | { state: 'scheduled'; at: string }
  /** Somebody else is making an attempt; ask again at `at`. */
  | { state: 'busy'; at: string };

/** Nothing was done: the endpoint is slow, and the attempt is to be made where that holds up nobody. */
export interface SlowEndpoint {
  readonly state: 'slow';
}

const ENDED: DeliveryProgress = { state: 'ended' };
/** Clocks differ a little; who comes earlier than this by ours waits here instead of coming again. */
const EARLY_MS = SECOND;

/**
 * Makes the attempt that is due, if one is, and says how the delivery stands then.
 * @param lane `fast` makes no attempt at an endpoint that is slow
 * @throws what the stores throw. Nothing is sent twice for it: an outcome that cannot be recorded is handed over
 */
export function runNextAttempt(
  deliveryId: string,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<DeliveryProgress>;
export function runNextAttempt(
  deliveryId: string,
  ports: AttemptDeps,
  rules: DeliveryConfig,
  lane: 'fast' | undefined,
): Promise<DeliveryProgress | SlowEndpoint>;
export async function runNextAttempt(
  deliveryId: string,
  ports: AttemptDeps,
  rules: DeliveryConfig,
  lane?: 'fast',
): Promise<DeliveryProgress | SlowEndpoint> {
  const parents = parentsOfDelivery(deliveryId);
  if (!parents) return ENDED;
  const claim = ports.newClaim();
  for (;;) {
    const [stored, webhook, submission] = await Promise.all([
      ports.findDelivery(parents.webhookId, deliveryId),
      ports.findWebhook(parents.formId, parents.webhookId),
      ports.findSubmission(parents.formId, parents.submissionId),
    ]);
    if (!stored) return ENDED;
    // Our own claim, when the store wrote it and its answer got lost.
    const mine = stored.in_flight.find((each) => each.claim === claim);
    const obstacle = obstacleTo(stored, webhook, submission);
    if (mine && webhook && obstacle === undefined) {
      return await makeRequest(stored, mine, webhook, submission, ports, rules);
    }

    const current = expireLeases(stored, ports.now(), rules);
    const turn = nextStep(current, ports.now());
    const isSettled = current === stored;
    if (isSettled && turn.turn === 'early' && Date.parse(turn.at) - ports.now() <= EARLY_MS) {
      await ports.pause(Date.parse(turn.at) - ports.now());
      continue;
    }
    if (turn.turn !== 'make') {
      const saved = isSettled ? stored : await ports.replaceDelivery(stored, current);
      if (saved) return await standingOf(saved, parents.formId, ports, rules);
      continue;
    }

    if (obstacle !== undefined || !webhook) {
      if (await ports.replaceDelivery(stored, giveUp(current, obstacle ?? '', ports.now()))) return ENDED;
      continue;
    }
    if (lane === 'fast' && isSlow(webhook, ports.now())) return { state: 'slow' };
    const { delivery, request } = startAttempt(current, { automatic: true, claim }, ports.now(), rules);
    const claimedDelivery = await ports.replaceDelivery(stored, delivery);
    if (claimedDelivery) {
      return await makeRequest(claimedDelivery, request, webhook, submission, ports, rules);
    }
  }
}

/** Records an outcome that its maker handed over. May be called any number of times. */
export async function recordLateOutcome(
  { delivery_id, attempt, outcome }: UnrecordedOutcome,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<DeliveryProgress> {
  const parents = parentsOfDelivery(delivery_id);
  if (!parents) return ENDED;
  const [stored, webhook] = await Promise.all([
    ports.findDelivery(parents.webhookId, delivery_id),
    ports.findWebhook(parents.formId, parents.webhookId),
  ]);
  const saved = stored && (await record(stored, attempt, outcome, webhook, ports, rules));
  return saved ? standingOf(saved, parents.formId, ports, rules) : ENDED;
}

/** Sends a claimed request and sees to it that its outcome is recorded. */
async function makeRequest(
  delivery: Delivery,
  { attempt }: AttemptInFlight,
  webhook: SigningWebhook,
  submission: Submission | undefined,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<DeliveryProgress> {
  const sending = sendRequest(delivery, attempt, webhook, submission, ports);
  // The outcome does not wait for the note, nor is the function frozen before the note is made.
  const noted = noteIfSlow(webhook, sending, ports);
  try {
    const saved = await recordOrHandOver(delivery, attempt, await sending, webhook, ports, rules);
    return saved ? await standingOf(saved, webhook.form_id, ports, rules) : ENDED;
  } finally {
    await noted;
  }
}

/** Tells the attempts that follow of an endpoint that is slow, while it still is. They do without, only slower. */
async function noteIfSlow(
  webhook: SigningWebhook,
  sending: Promise<unknown>,
  { now, pause, health }: Pick<AttemptDeps, 'now' | 'pause' | 'health'>,
): Promise<void> {
  const answered = new AbortController();
  const end = (): void => answered.abort();
  sending.then(end, end);
  await pause(SLOW_MS, answered.signal).catch(() => undefined);
  const until = slowUntil(webhook, now());
  if (answered.signal.aborted || until === undefined) return;
  await health.markSlow(webhook, until).catch(() => undefined);
}

/** Sends request `attempt` of the delivery, signed and addressed as the webhook is now. */
export async function sendRequest(
  { delivery_id, event }: Delivery,
  attempt: number,
  webhook: SigningWebhook,
  submission: Submission | undefined,
  { now, send, baseUrl }: Pick<AttemptDeps, 'now' | 'send' | 'baseUrl'>,
): Promise<AttemptOutcome> {
  const at = now();
  const secrets = liveSecrets(webhook, at);
  const data = eventData(event, webhook.form_id, submission, { baseUrl, now: at });
  const request = signedRequest({ id: delivery_id, event, attempt, data }, secrets, at);
  return send({ url: webhook.url, ...request, secrets });
}

/**
 * Records an outcome, or hands it over when the store does not take it: what the endpoint has seen must not be sent
 * again because of our own trouble.
 * @returns the delivery as stored; undefined when it is gone or its outcome was handed over
 */
export async function recordOrHandOver(
  delivery: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  webhook: SigningWebhook,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<Delivery | undefined> {
  try {
    return await record(delivery, attempt, outcome, webhook, ports, rules);
  } catch (cause) {
    await ports.handOver({ delivery_id: delivery.delivery_id, attempt, outcome }).catch((error: unknown) => {
      throw new AggregateError([cause, error], 'An outcome was neither recorded nor handed over');
    });
    return undefined;
  }
}

/** Writes the outcome onto whatever is stored by now; what others wrote in between stands. */
async function record(
  known: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  webhook: SigningWebhook | undefined,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<Delivery | undefined> {
  let current: Delivery | undefined = known;
  while (current) {
    const after = recordResult(current, attempt, outcome, ports.now(), rules);
    if (after === current) return current;
    const saved = await ports.replaceDelivery(current, withWatch(current, after, webhook, ports.now()));
    if (saved) return saved;
    current = await ports.findDelivery(current.webhook_id, current.delivery_id);
  }
  return undefined;
}

/** A delivery that ends by this write stays under watch while something is to follow from its end. */
function withWatch(
  before: Delivery,
  after: Delivery,
  webhook: SigningWebhook | undefined,
  now: number,
): Delivery {
  const endsNow = after.status === 'succeeded' || (after.status === 'failed' && !isFinal(before));
  if (!endsNow) return after;
  return changesEndpointHealth(after, webhook) ? scheduleCheck(after, now) : cancelCheck(after);
}

/** How a stored delivery stands; when it has ended, what follows from that has been done. */
async function standingOf(
  stored: Delivery,
  formId: string,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<DeliveryProgress> {
  await finish(stored, formId, ports, rules);
  if (isFinal(stored)) return ENDED;
  const turn = nextStep(stored, ports.now());
  if (turn.turn === 'busy') return { state: 'busy', at: turn.until };
  return { state: 'scheduled', at: stored.next_attempt_at ?? timestamp(ports.now()) };
}

/** Does what follows from the end of a delivery, if it has ended and is still under watch, and takes it off. */
export async function finish(
  ended: Delivery,
  formId: string,
  ports: AttemptDeps,
  { disableAfterDays }: Pick<DeliveryConfig, 'disableAfterDays'>,
): Promise<void> {
  if (!isFinal(ended) || ended.check_at === undefined) return;
  await updateEndpointHealth(ended, formId, ports, { now: ports.now(), disableAfterDays });
  // Whoever wrote meanwhile, a replay perhaps, leaves it under watch; the sweeper then ends it.
  await ports.replaceDelivery(ended, cancelCheck(ended));
}

/** No attempt is made after the webhook is disabled or gone (invariant 3). */
function obstacleTo(
  { event }: Delivery,
  webhook: SigningWebhook | undefined,
  submission: Submission | undefined,
): string | undefined {
  if (!webhook) return 'the webhook was deleted';
  if (event === 'webhook.test') return undefined;
  if (!webhook.enabled) return 'the webhook was disabled';
  if (submission?.status !== 'received') return 'the submission was deleted or marked as spam';
  return undefined;
}
