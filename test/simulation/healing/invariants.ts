/** Checks the invariants that must hold after every outage (docs/invariants.md). */
import type { Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import type { Recovery } from '../../../lambdas/webhooks/recovery/recovery.ts';
import {
  deliveryOf,
  everyDeliveryEnds,
  FRESH,
  noSecretIsKept,
  oneIdForEach,
  oneLadderForEach,
  postIsAllowed,
  postsByDelivery,
} from '../invariants.ts';
import type { History } from '../history.ts';
import type { Post } from '../journal.ts';
import type { Played } from '../scenario.ts';
import type { World } from '../world.ts';

const MOST_ATTEMPTS = 5;

/** Returns one sentence for each violated invariant. */
export function healingViolations({ world, history }: Played): string[] {
  return [
    ...everyDeliveryEnds(world),
    ...everyMissedSubmissionArrives(world, history),
    ...oneIdForEach(world),
    ...[...postsByDelivery(world)].flatMap(([id, posts]) => attemptsAreFew(id, posts, world)),
    ...world.journal.posts.flatMap((post) => postIsAllowed(post, history)),
    ...noSecretIsKept(world),
    ...oneLadderForEach(world),
    ...[...world.recoveries.rows.values()].flatMap((each) => countsAreTrue(each, world)),
    ...oneRecoveryAtATime(world),
    ...oneRecoveryForEachSpan(world),
    ...oneProbeAtATime(world),
  ];
}

/**
 * Invariant 2: at the end, when every endpoint works again and everything has been recovered, every accepted
 * submission has reached each webhook that still exists.
 */
function everyMissedSubmissionArrives(world: World, history: History): string[] {
  const found: string[] = [];
  const acknowledged = new Set(
    world.journal.posts.filter((post) => post.acknowledged).map(({ deliveryId }) => deliveryId),
  );
  for (const [submissionId, submission] of history.submissions) {
    const accepted = submission.states.changes.findLast(({ state }) => state === 'received')?.at;
    if (accepted === undefined || !submission.states.isSince(accepted, 'received')) continue;
    for (const [webhookId, { formId, states, isFiltered }] of history.webhooks) {
      if (formId !== submission.formId || !world.webhooks.rows.has(webhookId)) continue;
      const delivery = deliveryOf(world, webhookId, submissionId);
      const name = `${submissionId} to ${webhookId}`;
      const isWithheld = world.journal.withheld.has(`${webhookId} ${submissionId}`);
      if (isWithheld && isFiltered !== true) found.push(`${name} was withheld, although no filter was set`);
      if (delivery) found.push(...arrived(delivery, acknowledged));
      else if (!isWithheld && !isDisabledByService(webhookId, world) && states.isSince(accepted, 'enabled'))
        found.push(`${name} has no delivery`);
    }
  }
  return found;
}

const isDisabledByService = (webhookId: string, { journal }: World): boolean =>
  [...journal.disabledByService.keys()].some((each) => each.startsWith(webhookId));

function arrived({ delivery_id, status }: Delivery, acknowledged: ReadonlySet<string>): string[] {
  if (status !== 'succeeded') return [`${delivery_id} is ${status}, although its endpoint works again`];
  return acknowledged.has(delivery_id) ? [] : [`${delivery_id} succeeded without an acknowledged request`];
}

/**
 * Invariant 3: five attempts for a delivery and five for each recovery of it, and at most one after a 2xx
 * response. Replays don't count, because the owner requests each of them.
 */
function attemptsAreFew(id: string, posts: readonly Post[], world: World): string[] {
  const automatic = posts.filter(({ invocation }) => invocation.kind === 'deliver');
  const scheduled = automatic.filter(({ isProbe }) => !isProbe);
  const { journal, recoveries } = world;
  const recovered = [...recoveries.traces.values()].filter(({ reopenedAt }) => reopenedAt.has(id)).length;
  // If the sender crashed, or its outcome is still in the queue, the service can't know about the response.
  const known = posts.filter(
    ({ acknowledged, invocation }) =>
      acknowledged &&
      !invocation.hasDied &&
      !journal.everHandedOver.has(id) &&
      !journal.doubleFailures.has(id),
  );
  const firstAt = Math.min(...known.map(({ endsAt }) => endsAt));
  const after = automatic.filter(({ begunAt }) => begunAt > firstAt).length;
  const done = journal.succeededAt.get(id) ?? Infinity;
  return [
    ...(scheduled.length > MOST_ATTEMPTS * (1 + recovered)
      ? [`${id} was sent ${scheduled.length} times, with ${recovered} recoveries`]
      : []),
    ...(after > 1 ? [`${id} was sent ${after} more times after a 2xx response`] : []),
    ...(automatic.some(({ begunAt }) => begunAt > done + FRESH)
      ? [`${id} was sent after it had succeeded`]
      : []),
  ];
}

/** A recovery's count equals the number of deliveries that it selected. */
function countsAreTrue(of: Recovery, world: World): string[] {
  const { recovery_id: id, status, resent, skipped, deliveries, skipped_reasons } = of;
  const { selected, reopenedAt, missed } = world.recoveries.traceOf(id);
  if (status === 'running') return [`${id} runs forever`];
  const reasons = skipped_reasons.spam + skipped_reasons.deleted + skipped_reasons.succeeded;
  const found = reasons === skipped ? [] : [`${id} skipped ${skipped}, but names ${reasons} reasons`];
  if (status === 'stopped') return found;
  if (resent + skipped !== deliveries)
    found.push(`${id}: ${resent} sent and ${skipped} skipped of ${deliveries}`);
  if (resent + skipped !== selected.size)
    found.push(`${id} counts ${resent + skipped} of ${selected.size} selected deliveries`);
  if (missed.length > 0) found.push(`${id} missed ${missed.join()}`);
  const finishedAt = Date.parse(of.finished_at ?? '');
  const sent = new Set(
    world.journal.posts
      .filter(({ invocation, deliveryId, begunAt }) => {
        const reopened = reopenedAt.get(deliveryId) ?? Infinity;
        return invocation.kind === 'deliver' && begunAt >= reopened && begunAt < finishedAt - FRESH;
      })
      .map(({ deliveryId }) => deliveryId),
  );
  if (sent.size > resent) found.push(`${id} sent ${sent.size}, but counts ${resent}`);
  return found;
}

/** The service starts at most one recovery for each failing span that ended. */
function oneRecoveryForEachSpan({ journal, recoveries }: World): string[] {
  const spans = Map.groupBy(journal.endedSpans, (webhookId) => webhookId);
  const ofService = [...recoveries.rows.values()].filter(({ actor }) => actor?.type === 'service');
  return [...Map.groupBy(ofService, ({ webhook_id }) => webhook_id)].flatMap(([webhookId, all]) => {
    const ended = spans.get(webhookId)?.length ?? 0;
    return all.length > ended ? [`${webhookId} had ${all.length} recoveries of ${ended} failing spans`] : [];
  });
}

/** A webhook gets at most one request for each of its probe times. */
function oneProbeAtATime({ journal }: World): string[] {
  const probes = Map.groupBy(
    journal.posts.filter(({ isProbe }) => isProbe),
    ({ webhookId }) => webhookId,
  );
  return [...probes].flatMap(([webhookId, posts]) => {
    const times = [...journal.probeTimes].filter((each) => each.startsWith(webhookId)).length;
    return posts.length > times ? [`${webhookId} was probed ${posts.length} times at ${times} times`] : [];
  });
}

/** Two recoveries of a webhook never run at the same time, so that each failed delivery is sent once. */
function oneRecoveryAtATime({ recoveries }: World): string[] {
  const found: string[] = [];
  for (const [webhookId, all] of Map.groupBy(recoveries.rows.values(), ({ webhook_id }) => webhook_id)) {
    const inOrder = all.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
    inOrder.slice(1).forEach(({ created_at }, index) => {
      // Allow a second, because the clocks of functions differ.
      const endedAt = Date.parse(inOrder[index]?.finished_at ?? '9999-12-31T00:00:00Z');
      if (Date.parse(created_at) + 2000 < endedAt) found.push(`${webhookId} had two recoveries at once`);
    });
  }
  return found;
}
