/**
 * `PATCH /v1/webhooks/{id}`: changes a webhook. If the secret is rotated, returns the new one, which is never
 * shown again.
 */
import { auditedWebhook } from './audited-webhook.ts';
import { eventOwnerStore } from '../accounts/event-owner-store.ts';
import { deliveryCountReader } from './counts/delivery-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import { checkWebhookTarget } from './sender/webhook-target.ts';
import { webhookUrlStore, type UrlChange } from './webhook-creation-store.ts';
import { assertFiltersUsable, storedFilter } from '../forms/filters/filter.ts';
import { webhookStore } from './webhook-store.ts';
import { assertMayReceive } from '../auth/receiving.ts';
import { assertOwnWebhook } from './apps/app-webhook.ts';
import { assertNoSubscription } from './subscriptions/refuse-subscription.ts';
import { SameWebhookUrl } from './same-webhook-url.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from './webhook-deps.ts';
import type { ChangedMember } from '../core/audit-row.ts';
import { auditedHost } from '../core/audited-value.ts';
import type { Caller } from '../core/caller.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { NotFound, PreconditionFailed, ValidationFailed } from '../core/errors/errors.ts';
import { expectedVersion, resourceTag } from '../core/web/resource-tag.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { newKeyPair, type KeyPair } from './signing/key-pair.ts';
import { assertEventsAllowed, eventsOf } from './events/asked-events.ts';
import { viewOf, type WebhookFacts } from './webhook-views.ts';
import { assertHeadersStay } from './own-headers.ts';
import { newWebhookSecret, type Webhook } from './webhook.ts';
import type { EndpointHealthDeps } from './endpoint-health/endpoint-health.ts';
import { healingOf, type SpanChange } from './endpoint-health/healing-change.ts';
import { deliveryQueue } from './delivery/delivery-queue.ts';
import { putDueRecovery } from './recovery/due-recovery.ts';
import { recoveryQueue } from './recovery/recovery-queue.ts';
import type { WebhookUrlConfig } from './webhook-url.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find' | 'change'> &
    ReturnType<typeof webhookUrlStore>;
  readonly eventOwners: ReturnType<typeof eventOwnerStore>;
  readonly facts: WebhookFacts;
  readonly heal: Pick<EndpointHealthDeps, 'queueProbes' | 'startRecovery'> & {
    /** Builds the transaction item that marks a recovery as due. */
    dueRecovery(of: Webhook, accountId: string): ReturnType<typeof putDueRecovery>;
  };
  readonly urlConfig: WebhookUrlConfig;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Changes a webhook. The change takes effect with the next attempt because each attempt reads the webhook. */
export function updateWebhook({ forms, webhooks, eventOwners, facts, heal, urlConfig, now, random }: Deps) {
  return async ({
    event,
    path,
    body,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayDecide(caller, body);
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    assertOwnWebhook(caller, webhook);
    assertNoSubscription(webhook);
    const { owner_id, webhook_id } = webhook;
    const expected = expectedVersion(event.headers, webhook.version);
    if (body.url !== undefined) {
      const target = checkWebhookTarget(body.url, urlConfig);
      if (!target.ok) throw new ValidationFailed([{ path: 'url', message: target.reason }]);
      if (!body.headers) assertHeadersStay(webhook, body.url);
    }
    assertEventsAllowed(owner_id, body.events);
    await assertFiltersUsable([['filter', body.filter]]);
    const secret = body.rotate_secret === true ? newWebhookSecret(random) : undefined;
    const { rotate_secret: _, url, ...members } = body;
    const healing = healingOf(webhook, body);
    const span: SpanChange = healing === 'recover' ? 'end' : healing;
    const change = { ...members, secret, ...keysFor(webhook, body, random), span, expected };
    const items = [
      audit.rowOf(auditedWebhook(webhook), changedMembers(webhook, body)),
      ...(healing === 'recover' ? [heal.dueRecovery(webhook, caller.account_id)] : []),
    ];
    await eventOwners.add({ account_id: caller.account_id, owner_id }, body.events);
    const isChanged =
      url === undefined
        ? await webhooks.change(owner_id, webhook_id, change, now(), ...items)
        : changedUrl(webhook, await webhooks.changeUrl(webhook, { ...change, url }, ...items));
    // Read the webhook again because another request may have changed other attributes at the same time.
    const changed = await webhooks.find(owner_id, webhook_id);
    if (!changed) throw new NotFound(`There is no webhook "${webhook_id}".`);
    if (!isChanged) throw new PreconditionFailed();
    if (healing === 'recover') await heal.startRecovery(webhook_id);
    if (healing === 'probe') await heal.queueProbes(webhook_id);
    const view = await viewOf(changed, facts);
    return {
      status: 200,
      headers: { etag: resourceTag(changed.version, view) },
      body: { ...view, ...(secret !== undefined && { secret }) },
    };
  };
}

/**
 * Checks that the caller may read submissions if the request changes where or how the webhook sends them.
 * @throws Forbidden
 */
function assertMayDecide(caller: Caller, body: HttpRequest<typeof operation>['body']): void {
  const sent = (['url', 'headers', 'format', 'filter', 'signing', 'events'] as const).filter(
    (name) => body[name] !== undefined,
  );
  const [first] = [...sent, ...(body.rotate_secret === true ? ['rotate_secret'] : [])];
  if (first !== undefined) assertMayReceive(caller, `The member "${first}"`);
}

/** Returns a new key pair if the request needs one: for the webhook's first key pair, or for a rotation. */
function keysFor(
  { public_key }: Webhook,
  { signing, rotate_secret }: HttpRequest<typeof operation>['body'],
  random: RandomBytes,
): { firstKeys?: KeyPair; keys?: KeyPair } {
  if (public_key === undefined) return signing === 'hmac+ed25519' ? { firstKeys: newKeyPair(random) } : {};
  return rotate_secret === true ? { keys: newKeyPair(random) } : {};
}

/** Returns the settings that a request changes, for the audit log. Never includes a secret. */
function changedMembers(before: Webhook, body: HttpRequest<typeof operation>['body']): ChangedMember[] {
  const { url, name, format, filter, signing, events, headers, enabled, auto_recover, rotate_secret } = body;
  return [
    ...(url !== undefined && url !== before.url
      ? [{ member: 'url', from: auditedHost(before.url), to: auditedHost(url) }]
      : []),
    ...(name !== undefined && (name ?? '') !== (before.name ?? '') ? [{ member: 'name' }] : []),
    ...(format !== undefined && format !== (before.format ?? 'standard') ? [{ member: 'format' }] : []),
    ...(filter !== undefined && (filter ? storedFilter(filter) : undefined) !== before.filter
      ? [{ member: 'filter' }]
      : []),
    ...(signing !== undefined && signing !== (before.signing ?? 'hmac') ? [{ member: 'signing' }] : []),
    ...(events !== undefined && events.join() !== eventsOf(before).join() ? [{ member: 'events' }] : []),
    ...(headers === undefined ? [] : [{ member: 'headers' }]),
    ...(enabled !== undefined && enabled !== before.enabled ? [{ member: 'enabled' }] : []),
    ...(auto_recover !== undefined && auto_recover !== (before.auto_recover ?? false)
      ? [{ member: 'auto_recover' }]
      : []),
    ...(rotate_secret === true ? [{ member: 'secret' }] : []),
  ];
}

/** Returns true if the webhook still exists. */
function changedUrl(of: Webhook, result: UrlChange): boolean {
  if (result.kind === 'same-url') throw new SameWebhookUrl(of, result.webhookId);
  return result.kind === 'changed';
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'CONNECTIONS_TABLE',
    'COUNTERS_TABLE',
    'DELIVERIES_QUEUE_URL',
    'FORMS_TABLE',
    'RECOVERIES_QUEUE_URL',
    'RECOVERIES_TABLE',
    'WEBHOOKS_TABLE',
    ...WEBHOOK_URL_VARIABLES,
  ],
  (db, environment) =>
    updateWebhook({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: {
        ...webhookStore(db, environment.WEBHOOKS_TABLE),
        ...webhookUrlStore(
          db,
          {
            connections: environment.CONNECTIONS_TABLE,
            webhooks: environment.WEBHOOKS_TABLE,
            counters: environment.COUNTERS_TABLE,
          },
          Date.now,
        ),
      },
      eventOwners: eventOwnerStore(db, environment.ACCOUNTS_TABLE),
      facts: { rates: deliveryCountReader(db, environment.COUNTERS_TABLE), now: Date.now },
      heal: {
        queueProbes: (webhookId) => deliveryQueue(environment.DELIVERIES_QUEUE_URL).add([webhookId]),
        startRecovery: recoveryQueue(environment.RECOVERIES_QUEUE_URL).startDue,
        dueRecovery: ({ webhook_id, failure_from, failing_since }, account_id) =>
          putDueRecovery(environment.RECOVERIES_TABLE, {
            webhook_id,
            account_id,
            since: failure_from ?? failing_since ?? timestamp(Date.now()),
          }),
      },
      urlConfig: webhookUrlConfig(environment),
      now: Date.now,
      random: systemRandom,
    }),
);
