/**
 * Defines agents' subscriptions: their identity, their lifetime and how they are created and renewed
 * (docs/specification.md, "Events for agents").
 */
import { createHash } from 'node:crypto';
import type { Principal } from '../../core/caller.ts';
import { DAY, epochSeconds, MINUTE, timestamp } from '../../core/clock.ts';
import { subscriptionIdOf } from '../../core/ids.ts';
import { storedFilter, type Filter } from '../../forms/filters/filter.ts';
import { DELIVERY_DAYS } from '../delivery/delivery.ts';
import { appOf } from '../apps/made-by-app.ts';
import { liveSecrets, SECRET_OVERLAP, type Secrets, type SigningWebhook } from '../webhook.ts';

/** The event that agents can subscribe to. */
export const SUBMISSION_CREATED = 'submission.created';

/** Maximum and minimum lifetime of a subscription, in milliseconds. The default is the maximum. */
const LONGEST_TTL = DAY;
const SHORTEST_TTL = 10 * MINUTE;

/** Maximum numbers of subscriptions per connection or key, and per account. */
export const MAX_OF_PRINCIPAL = 20;
export const MAX_OF_ACCOUNT = 100;

/** An agent's request to subscribe, after validation. */
export interface SubscriptionRequest {
  readonly accountId: string;
  /** Undefined for all forms that the agent can access. */
  readonly formId: string | undefined;
  readonly filter: Filter | undefined;
  readonly url: string;
  readonly secret: string;
  /** Requested lifetime in milliseconds. */
  readonly ttlMs: number | undefined;
}

/** Returns the form or the account that owns the subscription. */
export const ownerOf = ({ accountId, formId }: Pick<SubscriptionRequest, 'accountId' | 'formId'>): string =>
  formId ?? accountId;

/**
 * Returns the subscription's id. The id only depends on the principal, the URL, the event and its arguments,
 * so that subscribing again renews the subscription.
 */
export function idOfSubscription(
  principalId: string,
  of: Pick<SubscriptionRequest, 'accountId' | 'formId' | 'filter' | 'url'>,
): string {
  const args = { form_id: of.formId, filter: of.filter };
  const identity = JSON.stringify([principalId, of.url, SUBMISSION_CREATED, canonical(args)]);
  return subscriptionIdOf(ownerOf(of), createHash('sha256').update(identity).digest());
}

/** Sorts the properties of objects, so that equal arguments have the same JSON. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]);
}

/**
 * Returns when a subscription ends.
 * @param timeScale number by which lifetimes are divided, for services that run faster than real time
 * @param keyExpiresAt when the agent's key expires, if it does
 */
export function endOf(
  { ttlMs = LONGEST_TTL }: Pick<SubscriptionRequest, 'ttlMs'>,
  now: number,
  timeScale: number,
  keyExpiresAt?: string,
): string {
  const ttl = Math.min(Math.max(ttlMs, SHORTEST_TTL), LONGEST_TTL) / timeScale;
  const end = timestamp(now + Math.ceil(ttl));
  return keyExpiresAt !== undefined && keyExpiresAt < end ? timestamp(Date.parse(keyExpiresAt)) : end;
}

/**
 * A stored subscription. Kept after it ends, because its deliveries can only be found by the subscription's
 * id.
 */
export interface StoredSubscription extends SigningWebhook {
  readonly kind: 'mcp';
  readonly ends_at: string;
  readonly expires_at: number;
}

/** Returns the attributes that each request to subscribe sets. */
export function renewedAttributes(caller: Principal, formId: string | undefined, endsAt: string) {
  return {
    ends_at: endsAt,
    expires_at: epochSeconds(Date.parse(endsAt) + (DELIVERY_DAYS + 1) * DAY),
    ...(formId === undefined && caller.form_ids && { form_ids: [...caller.form_ids] }),
  };
}

/** Creates a subscription. */
export function newSubscription(
  caller: Principal,
  id: string,
  request: SubscriptionRequest,
  endsAt: string,
  now: number,
): StoredSubscription {
  const { accountId, formId, filter, url, secret } = request;
  const at = timestamp(now);
  const isByKey = caller.type === 'key' || caller.type === 'token';
  return {
    kind: 'mcp',
    account_id: accountId,
    owner_id: ownerOf(request),
    webhook_id: id,
    url,
    name: caller.name,
    ...appOf(caller),
    ...(isByKey && { key: { key_id: caller.key_id, key_hash: caller.key_hash } }),
    ...(filter && { filter: storedFilter(filter) }),
    enabled: true,
    secret,
    ...renewedAttributes(caller, formId, endsAt),
    created_at: at,
    updated_at: at,
  };
}

/**
 * Returns the secrets of a renewed subscription. If the secret changes, requests are signed with both secrets
 * for 24 hours, the new one first. If an older secret is set again, it isn't stored twice. Otherwise, two of
 * the agent's processes that use different secrets could push out the previous secret.
 */
export function renewedSecrets(stored: SigningWebhook, secret: string, now: number): Secrets {
  const { previous_secret, previous_until, older_secret, older_until } = stored;
  if (secret === stored.secret) return { secret, previous_secret, previous_until, older_secret, older_until };
  const live = liveSecrets(stored, now);
  const [older] = [
    { value: previous_secret, until: previous_until },
    { value: older_secret, until: older_until },
  ].filter(({ value }) => value !== undefined && value !== secret && live.includes(value));
  return {
    secret,
    previous_secret: stored.secret,
    previous_until: timestamp(now + SECRET_OVERLAP),
    ...(older && { older_secret: older.value, older_until: older.until }),
  };
}
