/**
 * Requests that somebody asks for: replays and test pings. They are sent at once, whatever the schedule says, and
 * never use up automatic attempts; a success ends the schedule.
 */
import { finish, recordOrHandOver, sendRequest, type AttemptDeps, type DeliveryConfig } from './attempt.ts';
import { newTestDelivery, type AttemptOutcome, type Delivery } from './delivery.ts';
import { startAttempt, recordResult, expireLeases } from './delivery-state.ts';
import { Conflict, NotFound, Unavailable } from '../../core/errors.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Submission } from '../../submissions/submission.ts';
import type { SigningWebhook } from '../webhook.ts';

/** Replays of one delivery that may be under way at once. */
const REPLAYS_AT_ONCE = 10;
/** How often somebody else may write the delivery between our reading and our writing. */
const MOST_TRIES = 20;

/**
 * Sends a delivery again and gives it as it stands after that.
 * @throws NotFound when it is gone
 * @throws Conflict when its submission is gone or was marked as spam, or when too many replays are under way
 */
export async function replay(
  deliveryId: string,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<Delivery> {
  const parents = parentsOfDelivery(deliveryId);
  const claim = ports.newClaim();
  for (let tries = 0; parents && tries < MOST_TRIES; tries += 1) {
    const [stored, webhook, submission] = await Promise.all([
      ports.findDelivery(parents.webhookId, deliveryId),
      ports.findWebhook(parents.formId, parents.webhookId),
      ports.findSubmission(parents.formId, parents.submissionId),
    ]);
    if (!stored || !webhook) throw new NotFound(`There is no delivery "${deliveryId}".`);
    if (stored.event === 'submission.created' && submission?.status !== 'received') {
      throw new Conflict('The submission of this delivery was deleted or marked as spam.');
    }
    const mine = stored.in_flight.find((each) => each.claim === claim);
    if (mine) return await request(stored, mine.attempt, webhook, submission, ports, rules);

    const current = expireLeases(stored, ports.now(), rules);
    if (current.in_flight.filter(({ automatic }) => !automatic).length >= REPLAYS_AT_ONCE) {
      throw new Conflict('This delivery is being replayed already.');
    }
    const next = startAttempt(current, { automatic: false, claim }, ports.now(), rules);
    const saved = await ports.replaceDelivery(stored, next.delivery);
    if (saved) return await request(saved, next.request.attempt, webhook, submission, ports, rules);
  }
  if (!parents) throw new NotFound(`There is no delivery "${deliveryId}".`);
  throw new Unavailable('This delivery is changing too fast; please try again.');
}

export interface PingDeps extends AttemptDeps {
  readonly random: RandomBytes;
  createDelivery(of: Delivery): Promise<unknown>;
}

/** Sends a test ping, once, also to a disabled webhook; it is recorded as a delivery. */
export async function ping(
  webhook: SigningWebhook,
  ports: PingDeps,
  rules: DeliveryConfig,
): Promise<AttemptOutcome> {
  const fresh = newTestDelivery(webhook.webhook_id, ports.now(), ports.random);
  const { delivery, request } = startAttempt(
    fresh,
    { automatic: true, claim: ports.newClaim() },
    ports.now(),
    rules,
  );
  await ports.createDelivery(delivery);
  const outcome = await sendRequest(delivery, request.attempt, webhook, undefined, ports);
  await afterRequest(delivery, request.attempt, outcome, webhook, ports, rules);
  return outcome;
}

async function request(
  delivery: Delivery,
  attempt: number,
  webhook: SigningWebhook,
  submission: Submission | undefined,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<Delivery> {
  const outcome = await sendRequest(delivery, attempt, webhook, submission, ports);
  return afterRequest(delivery, attempt, outcome, webhook, ports, rules);
}

async function afterRequest(
  delivery: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  webhook: SigningWebhook,
  ports: AttemptDeps,
  rules: DeliveryConfig,
): Promise<Delivery> {
  const saved = await recordOrHandOver(delivery, attempt, outcome, webhook, ports, rules);
  if (!saved) return recordResult(delivery, attempt, outcome, ports.now(), rules);
  // The answer does not wait for better times: the delivery is under watch until this is done.
  await finish(saved, webhook.form_id, ports, rules).catch(() => undefined);
  return saved;
}
