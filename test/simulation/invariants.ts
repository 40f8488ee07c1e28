/** Checks the invariants that must hold after every scenario (docs/invariants.md). */
import { isFinal, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { deliveryIdOf } from '../../lambdas/core/ids.ts';
import type { History, SubmissionHistory } from './history.ts';
import type { Post } from './journal.ts';
import type { Played } from './scenario.ts';
import type { World } from './world.ts';

const SECOND = 1000;
/** Maximum time between reading a webhook and sending a request to it, in milliseconds. */
export const FRESH = 2 * SECOND;
/**
 * Senders don't read an accepted submission again for two seconds. The third second allows for the calls that
 * claim the delivery.
 */
const ACCEPTED_IS_FRESH = 3 * SECOND;

/**
 * Data that ingest has read stays valid for one second. The other second allows for the call that stores the
 * submission.
 */
const ACCEPTED_WHILE_CREATED = 2 * SECOND;

/** Returns one sentence for each violated invariant. */
export function violations({ world, history }: Played): string[] {
  return [
    ...everyDeliveryEnds(world),
    ...everySubmissionArrives(world, history),
    ...oneIdForEach(world),
    ...[...postsByDelivery(world).values()].flatMap((posts) => attemptsAreInOrder(posts, world)),
    ...world.journal.posts.flatMap((post) => postIsAllowed(post, history)),
    ...noSecretIsKept(world),
    ...oneLadderForEach(world),
    ...ownersGetEmails(world, history),
    ...ownersGetEmailsOfFailures(world),
  ];
}

/** Invariant 2: every delivery ends, and its log contains the reason. */
export function everyDeliveryEnds(world: World): string[] {
  return [...world.deliveries.rows.values()].flatMap((row) => [
    ...(isFinal(row) ? [] : [`${row.delivery_id} stays ${row.status} forever`]),
    ...(row.check_at === undefined ? [] : [`${row.delivery_id} stays in the overdue index forever`]),
    ...(row.automatic_attempts > 5 ? [`${row.delivery_id} had ${row.automatic_attempts} attempts`] : []),
  ]);
}

/**
 * Invariant 2: an accepted submission reaches every enabled webhook, or its delivery fails after five
 * attempts.
 */
function everySubmissionArrives(world: World, history: History): string[] {
  const found: string[] = [];
  for (const [submissionId, submission] of history.submissions) {
    const accepted = submission.states.changes.findLast(({ state }) => state === 'received')?.at;
    if (accepted === undefined || !submission.states.isSince(accepted, 'received')) continue;
    for (const [webhookId, { formId, states, createdAt }] of history.webhooks) {
      if (formId !== undefined && formId !== submission.formId) continue;
      const disabledByService = [...world.journal.disabledByService.keys()].some((each) =>
        each.startsWith(webhookId),
      );
      if (disabledByService || !states.isSince(accepted, 'enabled')) continue;
      if (!mustBeDelivered(submission, formId === undefined ? createdAt : firstCreation(formId, history)))
        continue;
      const delivery = deliveryOf(world, webhookId, submissionId);
      if (!delivery) found.push(`${submissionId} has no delivery to ${webhookId}`);
      else found.push(...endedRightly(delivery, world));
    }
  }
  return found;
}

/**
 * Returns true if webhooks created at `createdAt` must get the submission: its request started after that
 * time, or it was accepted well after that time. A submission in progress at `createdAt` may count as
 * earlier.
 */
function mustBeDelivered({ begunAt, states }: SubmissionHistory, createdAt = Infinity): boolean {
  const index = states.changes.findLastIndex(({ state }) => state === 'received');
  const accepted = states.changes[index]?.at ?? -Infinity;
  const isReleased = index > 0;
  return begunAt > createdAt || accepted > createdAt + (isReleased ? 0 : ACCEPTED_WHILE_CREATED);
}

/** Returns the time when the form got its first webhook. Only later submissions trigger events. */
function firstCreation(formId: string, { webhooks }: History): number {
  const ofForm = [...webhooks.values()].filter((each) => each.formId === formId);
  return Math.min(...ofForm.map(({ createdAt = Infinity }) => createdAt));
}

function endedRightly({ delivery_id, status, automatic_attempts }: Delivery, world: World): string[] {
  const wasAcknowledged = world.journal.posts.some(
    (post) => post.deliveryId === delivery_id && post.acknowledged,
  );
  if (status === 'succeeded' && !wasAcknowledged)
    return [`${delivery_id} succeeded without an acknowledged request`];
  if (status === 'failed' && automatic_attempts !== 5) {
    return [`${delivery_id} failed after ${automatic_attempts} attempts`];
  }
  return [];
}

export function deliveryOf(world: World, webhookId: string, submissionId: string): Delivery | undefined {
  return (
    world.deliveries.rows.get(deliveryIdOf(webhookId, submissionId)) ??
    [...world.deliveries.rows.values()].find(
      (row) => row.webhook_id === webhookId && row.submission_id === submissionId,
    )
  );
}

/** Invariant 2: receivers can recognize repeated deliveries by their id. */
export function oneIdForEach(world: World): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { webhookId, submissionId, deliveryId } of world.journal.posts) {
    if (submissionId === undefined) continue;
    const key = `${submissionId} to ${webhookId}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(deliveryId));
  }
  return [...ids].flatMap(([key, set]) =>
    set.size > 1 ? [`${key} was sent with ${set.size} different ids`] : [],
  );
}

/** Invariant 3: attempts are in order and follow the retry schedule. */
function attemptsAreInOrder(posts: readonly Post[], world: World): string[] {
  const automatic = posts.filter(({ invocation }) => invocation.kind !== 'replay');
  const id = posts[0]?.deliveryId ?? '';
  const found = automatic.length > 5 ? [`${id} was sent ${automatic.length} times`] : [];
  const done = world.journal.succeededAt.get(id);
  automatic.forEach((post, index) => {
    const next = automatic[index + 1];
    // Only a few calls are made between claiming a delivery and sending its request, so the delay must be
    // short.
    if (done !== undefined && post.begunAt > done + FRESH)
      found.push(`${id} was sent after it had succeeded`);
    if (!next) return;
    const wait = (world.config.retryWaitsSeconds[index] ?? 0) * SECOND;
    if (next.begunAt < post.begunAt + wait) found.push(`${id} was sent again too early`);
    if (post.acknowledged && !mayBeRepeated(post, next, world)) {
      found.push(`${id} was sent again, although it was acknowledged and its sender didn’t crash`);
    }
  });
  return found;
}

/**
 * Returns true if another request may follow an acknowledged one, because the sender crashed or the outcome
 * hasn't been stored yet.
 */
function mayBeRepeated(post: Post, next: Post, { journal, config }: World): boolean {
  return (
    post.invocation.hasDied ||
    journal.doubleFailures.has(post.deliveryId) ||
    (next.begunAt >= post.begunAt + config.deadlineMs && journal.everHandedOver.has(post.deliveryId))
  );
}

/** Invariants 3 and 6: the request was allowed and its signature is valid. */
export function postIsAllowed(post: Post, history: History): string[] {
  const { deliveryId, invocation } = post;
  const isAutomatic = invocation.kind === 'deliver';
  return [
    ...(post.isSignedRight
      ? []
      : [`${deliveryId} was signed with the wrong secret or sent to the wrong URL`]),
    ...(isAutomatic && !post.webhookWasEnabled ? [`${deliveryId} was sent to a disabled webhook`] : []),
    ...(post.readingAgeMs > FRESH ? [`${deliveryId} was sent with outdated webhook settings`] : []),
    ...(wasJustAccepted(post, history)
      ? []
      : [`${deliveryId} was sent although its submission had been deleted or marked as spam`]),
    ...(post.attemptHeader >= 1 && post.attemptHeader <= 5
      ? []
      : [`${deliveryId} has attempt ${post.attemptHeader}`]),
  ];
}

function wasJustAccepted({ submissionId, begunAt }: Post, { submissions }: History): boolean {
  if (submissionId === undefined) return true;
  const states = submissions.get(submissionId)?.states;
  return states?.wasBetween(begunAt - ACCEPTED_IS_FRESH, begunAt, 'received') ?? false;
}

/** Invariant 8. */
export function noSecretIsKept(world: World): string[] {
  const stored = JSON.stringify([...world.deliveries.rows.values()]);
  return stored.includes('whsec_') ? ['a delivery contains a secret'] : [];
}

/**
 * Step Functions charges for state transitions, so at most one execution may wait for each delivery attempt.
 */
export function oneLadderForEach({ journal }: World): string[] {
  return [...journal.ladders].flatMap(([id, names]) =>
    names.size > 1 ? [`${id} has ${names.size} ladders`] : [],
  );
}

/**
 * When the service disables a webhook, its owner gets an e-mail, unless the owner has already enabled it
 * again.
 */
function ownersGetEmails({ webhooks, ownerEmails, journal }: World, history: History): string[] {
  const emailed = new Set(ownerEmails.map(({ id }) => id));
  return [...journal.disabledByService].flatMap(([id]) => {
    const [webhookId, disabledAt] = [webhookOf(id), Date.parse(id.slice(webhookOf(id).length + 1))];
    const { changes = [] } = history.webhooks.get(webhookId)?.states ?? {};
    const isEnabledSince = changes.some(({ at, state }) => at >= disabledAt && state === 'enabled');
    const mayBeRepeated = isEnabledSince || webhooks.rows.get(webhookId)?.disabled_reason === undefined;
    return emailed.has(id) || mayBeRepeated ? [] : [`${id}: the owner got no e-mail`];
  });
}

/**
 * When a webhook starts failing, its owner gets an e-mail, unless the webhook changes first. Owners never get
 * more than one such e-mail per day.
 */
function ownersGetEmailsOfFailures({ webhooks, ownerEmails, journal }: World): string[] {
  const emailed = new Set(ownerEmails.flatMap(({ kind, id }) => (kind === 'webhook-failing' ? [id] : [])));
  const notEmailed = journal.failingSince.flatMap(({ webhookId, since }) => {
    const row = webhooks.rows.get(webhookId);
    const isStill = row?.enabled === true && row.failing_since === since;
    return !isStill || emailed.has(`${webhookId}-${since}`)
      ? []
      : [`${webhookId} is failing, but its owner got no e-mail`];
  });
  // A simulation covers less than a day, so more than one e-mail is a violation.
  const byWebhook = Map.groupBy(emailed, webhookOf);
  const tooMany = [...byWebhook].flatMap(([id, all]) =>
    all.length > 1 ? [`${id}: ${all.length} failure e-mails in one day`] : [],
  );
  return [...notEmailed, ...tooMany];
}

/** Extracts the webhook's id from an e-mail's id. */
const webhookOf = (emailId: string): string => emailId.slice(0, emailId.indexOf('-'));

export function postsByDelivery(world: World): Map<string, Post[]> {
  const posts = new Map<string, Post[]>();
  for (const post of world.journal.posts) {
    posts.set(post.deliveryId, [...(posts.get(post.deliveryId) ?? []), post]);
  }
  return posts;
}
