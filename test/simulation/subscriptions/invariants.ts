/** Checks the invariants of agents' subscriptions: nothing is sent too late, and nothing is lost. */
import type { SubmissionHistory } from '../history.ts';
import { deliveryOf, everyDeliveryEnds, FRESH, noSecretIsKept, oneLadderForEach } from '../invariants.ts';
import type { SentEvent, Subscribed } from './agent-history.ts';
import type { PlayedSubscriptions } from './scenario.ts';
import { TABLES } from './tables.ts';
import type { SubscriptionWorld } from './world.ts';

/** Time for fan-out and the first attempt after the last fault, in milliseconds. */
const SETTLES = 15 * 60_000;
/** Maximum time that a cached copy of a form's or account's marker may be outdated, in milliseconds. */
const MARKS_ARE_CURRENT = 2000;

/** Returns one sentence for each violated invariant. */
export function subscriptionViolations(played: PlayedSubscriptions): string[] {
  const { world } = played;
  return [
    ...world.found,
    ...everyDeliveryEnds(world),
    ...noSecretIsKept(world),
    ...oneLadderForEach(world),
    ...world.events.flatMap((event) => eventIsAllowed(event, played)),
    ...world.subscribed.flatMap((of) => [...answersAreTrue(of, played), ...everythingArrives(of, played)]),
    ...nothingIsLeft(played),
  ];
}

/** Nothing is sent after access has ended, and everything is signed with the agent's secrets. */
function eventIsAllowed(event: SentEvent, { world, deletedForms }: PlayedSubscriptions): string[] {
  const { webhookId, submissionId, formId, url, at } = event;
  const of = world.subscribed.find(({ id }) => id === webhookId);
  if (!of) return [`${webhookId} isn't a subscription`];
  const { principal } = of;
  const late = at - FRESH;
  const name = `${submissionId} was sent to ${webhookId}`;
  const isVerified = world.challenges.some(
    (each) =>
      each.url === url && each.principalId === principal.id && each.isAnswered && each.answeredAt <= at,
  );
  return [
    ...(principal.endedAt < late ? [`${name} after its key, connection or member had ended`] : []),
    ...((deletedForms.get(formId) ?? Infinity) < late ? [`${name} after its form was deleted`] : []),
    ...(principal.couldAccess(formId, late, at) ? [] : [`${name}, although its member can't see the form`]),
    ...(mayBeLive(of, late) ? [] : [`${name} after the subscription had ended`]),
    ...(isVerified ? [] : [`${name}, although its callback answered no challenge`]),
    ...(of.formId === undefined || of.formId === formId ? [] : [`${name}, which is for another form`]),
    ...wrongSecrets(of, event),
  ];
}

/** Returns true if, as far as the agent knows, the subscription may still exist at this time. */
function mayBeLive({ calls, ttlMs }: Subscribed, at: number): boolean {
  return calls.some((call) => {
    if (call.kind !== 'subscribe' || call.answer === 'refused' || call.endedAt + ttlMs < at) return false;
    return !calls.some(
      (end) =>
        end.kind === 'unsubscribe' &&
        end.answer === 'done' &&
        end.begunAt >= call.endedAt &&
        end.endedAt <= at,
    );
  });
}

/**
 * Every secret that the service confirmed must verify the request, unless the subscription ended in between.
 */
function wrongSecrets(of: Subscribed, { at, secrets, submissionId }: SentEvent): string[] {
  if (secrets.length === 0) return [`${submissionId} was signed with none of the agent's secrets`];
  const ends = of.calls.some(({ kind, begunAt }) => kind === 'unsubscribe' && begunAt < at);
  const first = of.calls.find(({ answer, kind }) => answer === 'done' && kind === 'subscribe');
  if (ends || !first || sureUntil(of, first.endedAt) < at) return [];
  const confirmed = of.calls.filter(({ answer, endedAt }) => answer === 'done' && endedAt < at - FRESH);
  const missing = confirmed.find(({ secret }) => !secrets.includes(secret));
  return missing ? [`${submissionId} can't be verified with a secret confirmed at ${missing.endedAt}`] : [];
}

/** Returns the time until which the service has promised to keep a subscription that exists at `from`. */
function sureUntil({ calls, principal }: Subscribed, from: number): number {
  const confirmed = calls
    .filter(({ kind, answer }) => kind === 'subscribe' && answer === 'done')
    .toSorted((a, b) => a.endedAt - b.endedAt);
  const until = confirmed.reduce(
    (sure, { endedAt, endsAt }) => (endedAt <= Math.max(sure, from) ? Math.max(sure, endsAt) : sure),
    -Infinity,
  );
  const unsubscribed = calls.filter(({ kind }) => kind === 'unsubscribe').map(({ begunAt }) => begunAt);
  return Math.min(until, principal.endedAt, ...unsubscribed);
}

/**
 * The service only confirms a subscription if it challenged the callback while the principal and the form
 * existed.
 */
function answersAreTrue(of: Subscribed, { world, deletedForms }: PlayedSubscriptions): string[] {
  const { principal, formId = '' } = of;
  const confirmed = of.calls.filter(({ kind, answer }) => kind === 'subscribe' && answer === 'done');
  return confirmed.flatMap((call) => {
    const asked = world.challenges.filter((each) => each.of === call).map(({ answeredAt }) => answeredAt);
    const latest = Math.max(call.begunAt, ...asked);
    return [
      ...(latest > principal.goneAt ? [`${of.id} was confirmed after its agent had lost its access`] : []),
      ...(latest > (deletedForms.get(formId) ?? Infinity) ? [`${of.id} was confirmed without its form`] : []),
    ];
  });
}

/** Every submission of a subscribed form is delivered, or fails after five attempts. */
function everythingArrives(of: Subscribed, played: PlayedSubscriptions): string[] {
  const { world, history, deletedForms } = played;
  return [...history.submissions].flatMap(([submissionId, submission]) => {
    const { formId } = submission;
    if (of.formId !== undefined && of.formId !== formId) return [];
    const until = Math.min(
      sureUntil(of, submission.begunAt),
      of.principal.firstWithout(formId, 0),
      deletedForms.get(formId) ?? Infinity,
    );
    const accepted = acceptedAt(submission);
    if (until < accepted || !isCovered(of, submission)) return [];
    const delivery = deliveryOf(world, of.id, submissionId);
    const name = `${submissionId} to ${of.id}`;
    if (!delivery) {
      const isDue = until > world.timeline.now || until > Math.max(accepted, world.calmAt) + SETTLES;
      return isDue ? [`${name} was lost`] : [];
    }
    if (delivery.status === 'succeeded')
      return isAcknowledged(of, submissionId, world)
        ? []
        : [`${name} succeeded without an acknowledged event`];
    const isFailed = delivery.automatic_attempts === 5 || world.callback(of.url).behaviour === 'gone';
    const failedAt = Date.parse(delivery.failed_at ?? '');
    return isFailed || failedAt > until - FRESH
      ? []
      : [`${name} failed after ${delivery.automatic_attempts} attempts, although the subscription was valid`];
  });
}

const acceptedAt = ({ states }: SubmissionHistory): number => states.changes[0]?.at ?? Infinity;

/** Returns true if the subscription was confirmed before the visitor sent the submission. */
function isCovered({ calls }: Subscribed, { begunAt, states }: SubmissionHistory): boolean {
  const first = calls.find(({ kind, answer }) => kind === 'subscribe' && answer === 'done');
  const accepted = states.changes[0]?.at ?? -Infinity;
  return first !== undefined && (begunAt > first.endedAt || accepted > first.endedAt + MARKS_ARE_CURRENT);
}

const isAcknowledged = ({ id }: Subscribed, submissionId: string, { events }: SubscriptionWorld): boolean =>
  events.some((each) => each.webhookId === id && each.submissionId === submissionId && each.isAcknowledged);

/**
 * Ended connections and deleted forms leave no subscriptions behind, and nothing is stored for them
 * afterwards.
 */
function nothingIsLeft({ world, deletedForms }: PlayedSubscriptions): string[] {
  return world.tables.rows(TABLES.webhooks).flatMap((row) => {
    const { owner_id, webhook_id, updated_at, connection_id } = row;
    const of = world.subscribed.find(({ id }) => id === webhook_id);
    if (!of || String(owner_id).startsWith('deleted#')) return [];
    const { goneAt } = of.principal;
    return [
      ...(connection_id !== undefined && goneAt < Infinity ? [`${of.id} outlives its connection`] : []),
      ...(Date.parse(String(updated_at)) > goneAt ? [`${of.id} was stored after its agent had ended`] : []),
      ...(deletedForms.has(String(owner_id)) ? [`${of.id} outlives its form`] : []),
    ];
  });
}
