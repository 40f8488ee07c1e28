/**
 * One automatic attempt of one delivery, from claim to record. Whoever calls it, and however often, attempt
 * `n` is claimed at most once; a caller that comes late learns how the delivery stands (invariants 2 and 3).
 */
import type { Clock } from './clock.ts';
import {
  abandoned,
  claimed,
  isFinal,
  recorded,
  turnOf,
  unknownOutcome,
  type AttemptOutcome,
  type Delivery,
} from './delivery.ts';
import { signedRequest, submissionCreatedData } from './envelope.ts';
import { parentsOfDelivery } from './ids.ts';
import type { Submission } from './submission.ts';
import type { SigningWebhook } from './webhook.ts';

export interface AttemptPorts {
  readonly now: Clock;
  /** Where links to files lead. */
  readonly baseUrl: string;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Compare and swap; undefined when somebody else wrote first. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  findWebhook(formId: string, webhookId: string): Promise<SigningWebhook | undefined>;
  findSubmission(formId: string, submissionId: string): Promise<Submission | undefined>;
  /** Sends one request; never throws for what the endpoint does. */
  send(request: { url: string; headers: Record<string, string>; body: string }): Promise<AttemptOutcome>;
}

export interface AttemptRules {
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly retryWaitsSeconds: readonly number[];
}

/** How the delivery stands after a call. */
export type Standing =
  /** Nothing more will be sent by itself. */
  | { state: 'ended' }
  /** Attempt `attempt` is due at `at`. */
  | { state: 'scheduled'; attempt: number; at: string }
  /** Somebody else is making attempt `attempt`; ask again at `at`. */
  | { state: 'busy'; attempt: number; at: string };

/** Makes attempt `attempt` when it is due and nobody else has. */
export async function makeAttempt(
  deliveryId: string,
  attempt: number,
  ports: AttemptPorts,
  rules: AttemptRules,
): Promise<Standing> {
  const parents = parentsOfDelivery(deliveryId);
  if (!parents) return { state: 'ended' };
  const [stored, webhook, submission] = await Promise.all([
    ports.findDelivery(parents.webhookId, deliveryId),
    ports.findWebhook(parents.formId, parents.webhookId),
    ports.findSubmission(parents.formId, parents.submissionId),
  ]);
  if (!stored) return { state: 'ended' };

  const turn = turnOf(stored, attempt, ports.now());
  switch (turn.turn) {
    case 'over':
      return standingOf(stored);
    case 'wait':
      return { state: 'busy', attempt, at: turn.until };
    case 'lost':
      return record(stored, unknownOutcome, ports, rules);
    case 'make':
      break;
  }

  const obstacle = obstacleTo(webhook, submission);
  if (obstacle !== undefined || !webhook || !submission) {
    const ended = await ports.replaceDelivery(stored, abandoned(stored, obstacle ?? '', ports.now()));
    return ended ? { state: 'ended' } : makeAttempt(deliveryId, attempt, ports, rules);
  }

  const mine = await ports.replaceDelivery(stored, claimed(stored, attempt, ports.now(), rules.deadlineMs));
  if (!mine) return makeAttempt(deliveryId, attempt, ports, rules);
  const now = ports.now();
  const data = submissionCreatedData(submission, { baseUrl: ports.baseUrl, now });
  const { body, headers } = signedRequest({ id: deliveryId, event: mine.event, attempt, data }, webhook, now);
  const outcome = await ports.send({ url: webhook.url, headers, body });
  return record(mine, outcome, ports, rules);
}

async function record(
  inFlight: Delivery,
  outcome: AttemptOutcome,
  ports: AttemptPorts,
  rules: AttemptRules,
): Promise<Standing> {
  const after = recorded(inFlight, outcome, ports.now(), rules);
  if (await ports.replaceDelivery(inFlight, after)) return standingOf(after);
  // Somebody wrote in between; what they found stands, and what we know goes on top of it.
  const current = await ports.findDelivery(inFlight.webhook_id, inFlight.delivery_id);
  if (!current) return { state: 'ended' };
  if (current.in_flight?.attempt !== inFlight.in_flight?.attempt) return standingOf(current);
  return record(current, outcome, ports, rules);
}

function standingOf(stored: Delivery): Standing {
  if (isFinal(stored) || stored.next_attempt_at === null) return { state: 'ended' };
  return { state: 'scheduled', attempt: stored.attempts + 1, at: stored.next_attempt_at };
}

/** No attempt is made after the webhook is disabled or gone (invariant 3). */
function obstacleTo(
  webhook: SigningWebhook | undefined,
  submission: Submission | undefined,
): string | undefined {
  if (!webhook) return 'the webhook was deleted';
  if (!webhook.enabled) return 'the webhook was disabled';
  if (submission?.status !== 'received') return 'the submission was deleted or marked as spam';
  return undefined;
}
