/**
 * Runs deliveries: loads a delivery, decides the next step (`delivery-state.ts`) and performs it. Used by the
 * queue, replays and test pings. If several callers run the same delivery concurrently, one of them makes the
 * attempt and the others get the delivery's state (invariants 2 and 3).
 */
import { SECOND } from '../../core/clock.ts';
import {
  AccountSuspended,
  Conflict,
  NotFound,
  Unavailable,
  type ProblemError,
} from '../../core/errors/errors.ts';
import { isSubscriptionId, parentsOfDelivery, type ParentsOfDelivery } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Submission } from '../../submissions/submission.ts';
import { SLOW_MS, slowUntil } from '../endpoint-health/slow-endpoint.ts';
import type { LiveWebhook, SigningWebhook } from '../webhook.ts';
import {
  newDelivery,
  newTestDelivery,
  type AttemptInFlight,
  type AttemptOutcome,
  type Delivery,
} from './delivery.ts';
import {
  decide,
  decideProbe,
  decideReplay,
  expireLeases,
  failWithoutAttempt,
  isSentAfterDeletion,
  recordResult,
  startAttempt,
  type DeliveryProgress,
  type DeliveryState,
  type MakeAttempt,
  type Refuse,
  type SendClaimed,
  type Slow,
} from './delivery-state.ts';
import { endsEvent, eventRequest } from '../subscriptions/event-request.ts';
import { signedRequest, type SignedRequest } from './envelope.ts';
import { currentSubmission, type FirstAttempt } from './first-attempt.ts';
import { cancelCheck, scheduleCheck } from './overdue-index.ts';
import {
  finish,
  finishAndReport,
  isNewFailure,
  recordOrHandOver,
  type DeliveryConfig,
  type RecordDeps,
} from './record-outcome.ts';

export interface DeliveryDeps extends RecordDeps {
  /** Base URL of this service, used for links to files. */
  readonly baseUrl: string;
  /** Waits for this many milliseconds. The promise may reject early if the signal is aborted. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Returns a unique name for a claim. */
  newClaim(): string;
  /** Stores a delivery. If it is already stored, leaves it unchanged and returns false. */
  createDelivery(of: Delivery): Promise<boolean>;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  /**
   * Returns the webhook if it may receive a submission of this form. For an agent's subscription, also checks
   * that the account isn't suspended. Without a form, agents' access isn't checked. The read is strongly
   * consistent.
   */
  findWebhook(ownerId: string, webhookId: string, formId?: string): Promise<LiveWebhook | undefined>;
  /** Returns true if the operator has suspended the account. The read is strongly consistent. */
  isSuspended(accountId: string): Promise<boolean>;
  /** Sends a request. Never throws. If the request fails, the outcome contains the reason. */
  send(request: SignedRequest): Promise<AttemptOutcome>;
}

/** Additional dependencies for test pings. */
export interface PingDeps extends DeliveryDeps {
  readonly random: RandomBytes;
}

/** A delivery as loaded from the tables, with the data needed for its next step. */
interface LoadedDelivery extends DeliveryState {
  /** Id of the form or account that owns the webhook. */
  readonly ownerId: string;
  /** The delivery as stored. `delivery` is the same, but with an unknown outcome for each expired lease. */
  readonly stored: Delivery;
  /** False before the first attempt, when `stored` was built from the message. */
  readonly isStored: boolean;
  readonly submission: Submission | undefined;
  readonly now: number;
}

/** A delivery's id, the ids that it contains, and the name for claiming the delivery's next attempt. */
interface DeliveryIds extends ParentsOfDelivery {
  readonly deliveryId: string;
  readonly claim: string;
}

/** A request that has been claimed and can be sent, and the data for building it. */
interface ClaimedAttempt {
  readonly delivery: Delivery;
  readonly attempt: number;
  readonly webhook: SigningWebhook;
  readonly submission: Submission | undefined;
}

const FINISHED: DeliveryProgress = { kind: 'finished' };
/**
 * Maximum time to wait for an attempt that is almost due, in milliseconds. Clocks differ slightly, so a
 * message may arrive too early.
 */
const EARLY_MS = SECOND;
/** Maximum number of tries if other functions keep changing the delivery. */
const MAX_ATTEMPTS = 20;

export interface NextAttempt {
  /** Set if the delivery might not be stored yet. */
  readonly first?: FirstAttempt | undefined;
  /** If `fast`, slow endpoints aren't called, and the result for these endpoints is `slow`. */
  readonly queue?: 'fast' | undefined;
}

/**
 * Makes the scheduled attempt if it is due, and returns the delivery's state.
 * @throws any error from the stores. An error never causes a second request, because the queue keeps an
 *   outcome that can't be recorded
 */
export function runNextAttempt(
  deliveryId: string,
  deps: DeliveryDeps,
  config: DeliveryConfig,
  { first, queue }: NextAttempt = {},
): Promise<DeliveryProgress | Slow> {
  return retryWrite({ deliveryId, first }, deps, config, async (loaded) => {
    if (!loaded) return FINISHED;
    const { stored, isStored, delivery, ownerId, now } = loaded;
    const decision = decide({ ...loaded, deferSlow: queue === 'fast' }, now);
    switch (decision.kind) {
      case 'make-attempt':
      case 'send-claimed': {
        const claimed = await claimAttempt(loaded, decision, { automatic: true }, deps, config);
        return claimed && sendOnSchedule(claimed, deps, config);
      }
      case 'give-up':
        // Store the delivery first so that stream consumers see both its start and its failure.
        if (!isStored) return storePending(loaded, deps);
        return giveUp(loaded, failWithoutAttempt(delivery, decision.reason, now), deps);
      case 'slow':
        // Store the delivery in this step, because it might wait for a long time and must appear in the
        // webhook's log.
        return isStored ? decision : storePending(loaded, deps);
      case 'wait':
      case 'busy':
      case 'finished': {
        const early = decision.kind === 'wait' ? Date.parse(decision.until) - now : Infinity;
        if (delivery === stored && early <= EARLY_MS) {
          await deps.pause(early);
          return undefined;
        }
        const saved = delivery === stored ? stored : await deps.replaceDelivery(stored, delivery);
        return saved && finishAndReport(saved, ownerId, deps, config);
      }
    }
  });
}

/**
 * Sends a delivery again, regardless of its schedule, and returns the delivery with the outcome. A replay
 * doesn't count as an automatic attempt. If it succeeds, no further attempts are made.
 * @throws NotFound if the delivery or its webhook doesn't exist
 * @throws Conflict if its submission was deleted or marked as spam, or if too many replays are in flight
 */
export function replay(deliveryId: string, deps: DeliveryDeps, config: DeliveryConfig): Promise<Delivery> {
  return retryWrite({ deliveryId }, deps, config, async (loaded) => {
    if (!loaded) throw new NotFound(`There is no delivery "${deliveryId}".`);
    const decision = decideReplay(loaded);
    if (decision.kind === 'refuse') throw refusal(decision, deliveryId);
    const claimed = await claimAttempt(loaded, decision, { automatic: false }, deps, config);
    return claimed && (await sendOnRequest(claimed, deps, config)).delivery;
  });
}

/**
 * Sends a failed delivery again to find out whether its endpoint works, as one attempt outside the schedule.
 * Returns whether the endpoint accepted it, or undefined if it can't be sent.
 */
export async function probe(
  deliveryId: string,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<boolean | undefined> {
  const { accepted } = await retryWrite<{ accepted?: boolean }>(
    { deliveryId },
    deps,
    config,
    async (loaded) => {
      const decision = loaded && decideProbe(loaded);
      if (!loaded || !decision || decision.kind === 'skip') return {};
      const claimed = await claimAttempt(loaded, decision, { automatic: false, probe: true }, deps, config);
      return claimed && { accepted: (await sendOnRequest(claimed, deps, config)).outcome.error === null };
    },
  );
  return accepted;
}

/** Sends a single test ping, even to a disabled webhook, and stores it as a delivery. */
export async function ping(
  webhook: SigningWebhook,
  deps: PingDeps,
  config: DeliveryConfig,
): Promise<AttemptOutcome> {
  const created = newTestDelivery(webhook.webhook_id, deps.now(), deps.random);
  const claim = { automatic: true, claim: deps.newClaim() };
  const { delivery, attempt } = startAttempt(created, claim, deps.now(), config);
  await deps.createDelivery(delivery);
  const claimed = { delivery, attempt: attempt.attempt, webhook, submission: undefined };
  return (await sendOnRequest(claimed, deps, config)).outcome;
}

function refusal({ reason }: Refuse, deliveryId: string): ProblemError {
  switch (reason) {
    case 'account-suspended':
      return new AccountSuspended();
    case 'webhook-gone':
      return new NotFound(`There is no delivery "${deliveryId}".`);
    case 'submission-gone':
      return new Conflict('The submission of this delivery was deleted or marked as spam.');
    case 'too-many-replays':
      return new Conflict('This delivery is already being replayed. Try again when the replay has finished.');
  }
}

/**
 * Loads the delivery and runs a step. If the step returns undefined, which means that the delivery has
 * changed or the step has waited, loads the delivery again.
 * @throws Unavailable if other functions keep changing the delivery
 */
async function retryWrite<Result>(
  { deliveryId, first }: { deliveryId: string; first?: FirstAttempt | undefined },
  deps: DeliveryDeps,
  config: DeliveryConfig,
  step: (loaded: LoadedDelivery | undefined) => Promise<Result | undefined>,
): Promise<Result> {
  const parents = parentsOfDelivery(deliveryId);
  const ids = parents && { ...parents, deliveryId, claim: deps.newClaim() };
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    // Only use the message's data for the first try. If another function has stored the delivery, the next
    // try reads it like any other delivery.
    const unclaimed = tries === 0 ? first : undefined;
    const loaded = ids && (await load(ids, unclaimed, deps, config));
    const result = await step(loaded);
    if (result !== undefined) return result;
  }
  throw new Unavailable('This delivery is changing too often. Please try again.');
}

/**
 * Loads the delivery and all data that determines its next step. Returns undefined if it was deleted.
 * @param first set if the first attempt is requested and the delivery might not be stored yet
 */
function load(
  ids: DeliveryIds,
  first: FirstAttempt | undefined,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<LoadedDelivery | undefined> {
  return first ? loadUnclaimed(ids, first, deps, config) : loadStored(ids, deps, config);
}

async function loadStored(
  { deliveryId, ownerId, formId, webhookId, submissionId, claim }: DeliveryIds,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<LoadedDelivery | undefined> {
  const [stored, webhook, found] = await Promise.all([
    deps.findDelivery(webhookId, deliveryId),
    deps.findWebhook(ownerId, webhookId, formId),
    findSubmission({ formId, webhookId, submissionId }, deps),
  ]);
  if (!stored) return undefined;
  const { submission } = found;
  // If the submission was deleted, take the account from the webhook.
  const isSuspended =
    submission || !webhook || !isSentAfterDeletion(stored)
      ? found.isSuspended
      : await deps.isSuspended(webhook.account_id);
  const now = deps.now();
  const delivery = expireLeases(stored, now, config);
  return { ownerId, stored, isStored: true, delivery, webhook, submission, isSuspended, claim, now };
}

/**
 * Loads a delivery for its first attempt without reading its table item, because claiming the delivery shows
 * whether the item exists. If the webhook or the submission was deleted, only loads the delivery if it is
 * already stored.
 */
async function loadUnclaimed(
  ids: DeliveryIds,
  first: FirstAttempt,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<LoadedDelivery | undefined> {
  const { ownerId, formId, webhookId, submissionId, claim } = ids;
  const accepted = currentSubmission(first, deps.now());
  const [webhook, { submission, isSuspended }] = await Promise.all([
    deps.findWebhook(ownerId, webhookId, formId),
    accepted
      ? { submission: accepted, isSuspended: false }
      : findSubmission({ formId, webhookId, submissionId }, deps),
  ]);
  if (!webhook || !submission) return loadStored(ids, deps, config);
  const now = deps.now();
  // Use the current time if fan-out's clock is ahead, because the attempt can start immediately.
  const createdAt = Math.min(Date.parse(first.created_at), now);
  // Leave the delivery out of the overdue index, because its message stays in the queue until the first
  // attempt.
  const stored = cancelCheck(newDelivery(webhookId, submissionId, createdAt));
  return {
    ownerId,
    stored,
    isStored: false,
    delivery: stored,
    webhook,
    submission,
    isSuspended,
    claim,
    now,
  };
}

/**
 * Returns the submission, and whether its account is suspended. For an agent's subscription, `findWebhook` checks
 * the account instead.
 */
async function findSubmission(
  { formId, webhookId, submissionId }: Pick<DeliveryIds, 'formId' | 'webhookId' | 'submissionId'>,
  deps: Pick<DeliveryDeps, 'findSubmission' | 'isSuspended'>,
): Promise<{ submission: Submission | undefined; isSuspended: boolean }> {
  const submission = await deps.findSubmission(formId, submissionId);
  if (!submission || isSubscriptionId(webhookId)) return { submission, isSuspended: false };
  return { submission, isSuspended: await deps.isSuspended(submission.account_id) };
}

/**
 * Stores a delivery before its first attempt. Returns undefined, which makes the caller load the delivery
 * again.
 */
async function storePending(
  { delivery, now }: LoadedDelivery,
  { createDelivery }: Pick<DeliveryDeps, 'createDelivery'>,
): Promise<undefined> {
  await createDelivery(scheduleCheck(delivery, now));
}

/**
 * Stores a delivery that failed without another attempt. If the webhook was disabled while it was failing,
 * the delivery counts as one of the webhook's failures.
 */
async function giveUp(
  { stored, webhook }: LoadedDelivery,
  failed: Delivery,
  { replaceDelivery, countFailure }: Pick<DeliveryDeps, 'replaceDelivery' | 'countFailure'>,
): Promise<DeliveryProgress | undefined> {
  const isFailure = webhook?.enabled === false && isNewFailure(failed, webhook);
  if (isFailure && (await countFailure(stored, failed, webhook))) return FINISHED;
  return (await replaceDelivery(stored, failed)) && FINISHED;
}

/** Claims the next request, unless it is already claimed. Returns undefined if the delivery has changed. */
async function claimAttempt(
  { stored, isStored, delivery, submission, claim, now }: LoadedDelivery,
  decision: MakeAttempt | SendClaimed,
  how: Pick<AttemptInFlight, 'automatic' | 'probe'>,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<ClaimedAttempt | undefined> {
  const { webhook } = decision;
  if (decision.kind === 'send-claimed') {
    return { delivery: stored, attempt: decision.attempt.attempt, webhook, submission };
  }
  const started = startAttempt(delivery, { ...how, claim }, now, config);
  const created = cancelCheck(started.delivery);
  const saved = isStored
    ? await deps.replaceDelivery(stored, started.delivery)
    : (await deps.createDelivery(created)) && created;
  return saved ? { delivery: saved, attempt: started.attempt.attempt, webhook, submission } : undefined;
}

/**
 * Sends a scheduled request. If the response takes a long time, marks the endpoint as slow while waiting for
 * it.
 */
async function sendOnSchedule(
  claimed: ClaimedAttempt,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<DeliveryProgress> {
  const { delivery, attempt, webhook } = claimed;
  const sending = send(claimed, deps);
  // Record the outcome without waiting for the write that marks the endpoint as slow. The `finally` block
  // waits for this write, so that Lambda can't freeze the function before the write has ended.
  const noted = markSlowWhileWaiting(webhook, sending, deps);
  try {
    const saved = await recordOrHandOver(delivery, attempt, await sending, webhook, deps, config);
    return saved ? await finishAndReport(saved, webhook.owner_id, deps, config) : FINISHED;
  } finally {
    await noted;
  }
}

/** Sends a replay or a test ping while the caller waits for the outcome. */
async function sendOnRequest(
  claimed: ClaimedAttempt,
  deps: DeliveryDeps,
  config: DeliveryConfig,
): Promise<{ delivery: Delivery; outcome: AttemptOutcome }> {
  const { delivery, attempt, webhook } = claimed;
  const outcome = await send(claimed, deps);
  const saved = await recordOrHandOver(delivery, attempt, outcome, webhook, deps, config);
  if (!saved) return { delivery: recordResult(delivery, attempt, outcome, deps.now(), config), outcome };
  // Ignore errors, because the caller's response doesn't depend on this update. The delivery then stays in
  // the overdue index.
  await finish(saved, webhook.owner_id, deps, config).catch(() => undefined);
  return { delivery: saved, outcome };
}

/** Sends the request with the webhook's current URL and secrets. */
async function send(
  { delivery, attempt, webhook, submission }: ClaimedAttempt,
  deps: DeliveryDeps,
): Promise<AttemptOutcome> {
  const now = deps.now();
  if (webhook.kind === 'mcp') {
    const outcome = await deps.send(eventRequest(delivery, attempt, webhook, submission, now));
    return endsEvent(outcome) ? { ...outcome, is_final: true } : outcome;
  }
  const links = { baseUrl: deps.baseUrl, now };
  return deps.send(signedRequest(delivery, attempt, webhook, submission, links));
}

/**
 * Marks an endpoint as slow during the request so that the next attempts use the slow-endpoint queue.
 * Ignores errors because they only delay other deliveries.
 */
async function markSlowWhileWaiting(
  webhook: SigningWebhook,
  sending: Promise<unknown>,
  { now, pause, health }: Pick<DeliveryDeps, 'now' | 'pause' | 'health'>,
): Promise<void> {
  const responded = new AbortController();
  // Pass a reason because `abort()` without one creates an error with a stack trace.
  const end = (): void => responded.abort('responded');
  sending.then(end, end);
  await pause(SLOW_MS, responded.signal).catch(() => undefined);
  const until = slowUntil(webhook, now());
  if (responded.signal.aborted || until === undefined) return;
  await health.markSlow(webhook, until).catch(() => undefined);
}
