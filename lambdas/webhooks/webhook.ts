/**
 * Defines webhooks. A webhook is a URL that receives the accepted submissions of a form, or of all the
 * account's forms. Its secrets sign the requests.
 */
import * as z from 'zod';
import { HOUR, timestamp } from '../core/clock.ts';
import { isPlainLine } from '../core/text/text.ts';
import { isFormId, newWebhookId } from '../core/ids.ts';
import { lazy } from '../core/lazy.ts';
import type { RandomBytes } from '../core/random.ts';
import { FILTER_EXAMPLE, filter, filterInput, parseFilter, storedFilter } from '../forms/filters/filter.ts';
import {
  autoRecover,
  failureSpanAttributes,
  lastFailure,
  lastFailureOf,
} from './endpoint-health/failure-span.ts';
import {
  newKeyPair,
  privateKeyAttributes,
  publicKeyAttributes,
  publicKeyMembers,
  publicKeysOf,
  signing,
} from './signing/key-pair.ts';
import { webhookFormats } from './formats/webhook-format.ts';
import { eventsInput, eventsOf, eventsToStore, eventsView, storedEvents } from './events/asked-events.ts';
import { headersInput, type OwnHeaders } from './own-headers.ts';
import { subscriptionAttributes } from './subscriptions/subscription-attributes.ts';

/**
 * Key prefix of a `webhookCountVersion` in the Counters table. Followed by the id of the form or account
 * (`webhook-creation-store.ts`).
 */
export const WEBHOOK_COUNT_VERSION = 'webhook-count-version#';

/**
 * How long receivers have to switch to a new secret, in milliseconds. During this time, requests are signed
 * with both secrets (docs/specification.md, "Webhook signature").
 */
export const SECRET_OVERLAP = 24 * HOUR;

const url = z.string().min(1).max(2048);

const name = z
  .string()
  .trim()
  .max(100)
  .refine(isPlainLine, { error: 'must be a single line without control characters' })
  .nullable()
  .describe('Name of the webhook, at most 100 characters.');

const format = z
  .enum(webhookFormats)
  .describe(
    'Format of the body: `standard` is the event envelope; the others are chat messages with the text of the submission. The signature headers are the same for all formats.',
  );

const settable = {
  url,
  name,
  headers: headersInput,
  format,
  filter: filterInput
    .nullable()
    .describe('Conditions that a submission must meet to be delivered. Null for all submissions.')
    .meta({ examples: [FILTER_EXAMPLE] }),
  signing,
  auto_recover: autoRecover,
  events: eventsInput,
};

/** Body of `POST /v1/forms/:id/webhooks`. */
export const webhookInput = z.strictObject(settable).partial().extend({ url });
export type WebhookInput = z.output<typeof webhookInput>;

/**
 * Body of `POST /v1/webhooks`. Accepts `form_id: null`, so that clients can send back a webhook that they
 * received.
 */
export const accountWebhookInput = webhookInput.extend({
  form_id: z
    .null()
    .optional()
    .describe('Always null, as in the response. You can omit it.')
    .meta({ type: ['string', 'null'] }),
});

/** Body of `PATCH /v1/webhooks/:id`. */
export const webhookPatch = z
  .strictObject({ ...settable, enabled: z.boolean(), rotate_secret: z.boolean() })
  .partial();

/**
 * Reasons why the service disables a webhook: all deliveries have failed for days, or its endpoint responded
 * with 410.
 */
export const disabledReasons = ['failing', 'gone'] as const;
const disabledReason = z.enum(disabledReasons);
export type DisabledReason = z.infer<typeof disabledReason>;

/** Kinds of webhooks in responses. */
export const webhookKinds = ['webhook', 'mcp'] as const;

/** A webhook without its secrets, which only functions that sign requests may read. */
export const webhook = z.object({
  /** Id of the form that owns the webhook, or of the account if the webhook is account-wide. */
  owner_id: z.string(),
  webhook_id: z.string(),
  ...subscriptionAttributes,
  url: z.string(),
  name: z.string().optional(),
  /** Names of the custom headers, sorted. Their values are secrets. */
  header_names: z.array(z.string()).optional(),
  /**
   * Connection of the app that created the webhook. Once the connection has ended, the webhook no longer
   * receives anything.
   */
  connection_id: z.string().optional(),
  /** The connection's app, the app's name when it created the webhook, and the member that it acts for. */
  app: z.object({ client_id: z.string(), member_id: z.string(), name: z.string() }).optional(),
  /** Defaults to `standard`. */
  format: z.enum(webhookFormats).optional(),
  /** The filter as JSON text (`storedFilter`). Absent if the webhook receives all submissions. */
  filter: z.string().optional(),
  ...publicKeyAttributes,
  events: storedEvents,
  enabled: z.boolean(),
  /** True if missed submissions are sent when the endpoint works again. Absent otherwise. */
  auto_recover: z.boolean().optional(),
  /** Time of the first delivery that failed after its last attempt. Absent after a success. */
  failing_since: z.string().optional(),
  ...failureSpanAttributes,
  disabled_reason: disabledReason.optional(),
  /** Number of changes to the settings. Absent before the first change. Health updates don't count. */
  version: z.int().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** Names of the attributes that aren't secret. */
export const webhookAttributes = webhook.keyof().options;

/** A webhook with its secrets, for the functions that sign requests. */
export const signingWebhook = webhook.extend({
  account_id: z.string(),
  secret: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The two previous secrets and their expiry times. */
  previous_secret: z.string().optional(),
  older_secret: z.string().optional(),
  older_until: z.string().optional(),
  ...privateKeyAttributes,
  /** Time when the service disabled the webhook. Removed once the e-mail to the owner is queued. */
  owner_email_due: z.string().optional(),
  /** Time when the webhook started to fail. Removed once the e-mail about the failure is queued. */
  failing_email_due: z.string().optional(),
  /** Set until the message that starts the probes has been queued. */
  probe_due: z.string().optional(),
  /** Scheduled time of the latest probe. */
  probed_at: z.string().optional(),
  /** Value of `failing_since` when the owner last got an e-mail about failures. */
  failing_email_at: z.string().optional(),
  /** Time until which deliveries use the slow-endpoint queue (`slow-endpoint.ts`). */
  slow_until: z.string().optional(),
});
export type SigningWebhook = z.infer<typeof signingWebhook>;

/** A webhook that may receive a submission. */
export interface LiveWebhook extends SigningWebhook {
  /** Name of the submission's form. Only read for agents' subscriptions. */
  readonly form_name?: string;
}

/** A webhook as returned by the management API. */
export const webhookView = lazy(() =>
  webhook
    .omit({
      owner_id: true,
      webhook_id: true,
      connection_id: true,
      app: true,
      key: true,
      form_ids: true,
      failing_since: true,
      failure_id: true,
      failure_from: true,
      failure_until: true,
      failure_count: true,
      disabled_reason: true,
      version: true,
    })
    .extend({
      id: z.string(),
      kind: z
        .enum(webhookKinds)
        .describe(
          '`webhook` for a webhook that a person or an app created. `mcp` for an agent’s subscription, which can be deleted but not changed.',
        )
        .meta({ readOnly: true }),
      ends_at: z
        .string()
        .nullable()
        .describe('When an agent’s subscription ends unless the agent renews it. Null for webhooks.')
        .meta({ readOnly: true }),
      form_id: z
        .string()
        .nullable()
        .describe("ID of the webhook's form. Null for a webhook for all forms of the account."),
      name: z.string().nullable(),
      format,
      filter: filter
        .nullable()
        .describe('Conditions that a submission must meet to be delivered. Null for all submissions.'),
      signing,
      auto_recover: autoRecover,
      events: eventsView,
      ...publicKeyMembers,
      header_names: z
        .array(z.string())
        .describe('Names of the custom headers, in lower case and sorted. Their values are never returned.'),
      connection: z
        .object({ id: z.string(), name: z.string() })
        .nullable()
        .describe(
          "The connection of the app that created the webhook, with the app's name. The webhook is deleted when the connection ends. Null if no app created it.",
        )
        .meta({ readOnly: true }),
      failing_since: z.string().nullable(),
      health: z
        .object({
          state: z
            .enum(['ok', 'failing', 'disabled', 'idle'])
            .describe(
              '`failing` when a delivery has failed after its last attempt and none has succeeded since; `idle` when nothing was sent in the last 24 hours.',
            ),
          failing_since: z.string().nullable(),
          success_rate_24h: z
            .number()
            .min(0)
            .max(1)
            .nullable()
            .describe(
              'Fraction of finished deliveries that succeeded, for submissions received in the last 24 hours. Null if there are none. Updated with a short delay.',
            ),
          last_failure: lastFailure,
        })
        .meta({ readOnly: true }),
      disabled_reason: disabledReason.nullable(),
    }),
);
/** A webhook after it was created or changed. `secret` is set if there is a new secret. */
export const webhookViewAfterChange = lazy(() => webhookView().extend({ secret: z.string().optional() }));
export type WebhookView = z.infer<ReturnType<typeof webhookView>>;

/**
 * Generates a secret in the format of the Standard Webhooks libraries: `whsec_` and 32 random bytes in
 * base64.
 */
export function newWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`;
}

/** Attributes that only apps' webhooks have: the connection and its details. */
export type MadeByApp = Required<Pick<Webhook, 'connection_id' | 'app'>>;

/**
 * Creates a webhook.
 * @param owner_id the form's id, or the account's id for an account-wide webhook
 * @param by the app that creates the webhook, if there is one; its name is the webhook's default name
 */
export function newWebhook(
  { account_id, owner_id }: Pick<SigningWebhook, 'account_id' | 'owner_id'>,
  { url, name, headers, format, filter: given, signing, events, auto_recover }: WebhookInput,
  now: number,
  random: RandomBytes,
  by?: MadeByApp,
): SigningWebhook {
  const at = timestamp(now);
  const called = isGiven(name) ? name : by?.app.name;
  return {
    account_id,
    owner_id,
    webhook_id: newWebhookId(owner_id, random),
    url,
    ...(called !== undefined && { name: called }),
    ...by,
    ...(format && { format }),
    ...(given && { filter: storedFilter(given) }),
    ...(signing && { signing }),
    ...(events && eventsToStore(events) && { events: eventsToStore(events) }),
    ...(signing === 'hmac+ed25519' && newKeyPair(random)),
    ...(headers && { headers, header_names: headerNames(headers) }),
    enabled: true,
    ...(auto_recover !== undefined && { auto_recover }),
    secret: newWebhookSecret(random),
    created_at: at,
    updated_at: at,
  };
}

const isGiven = (name: string | null | undefined): name is string =>
  name !== undefined && name !== null && name !== '';

/** Returns the names of the custom headers, which aren't secret. */
export function headerNames(headers: OwnHeaders): string[] {
  return Object.keys(headers).toSorted();
}

/** A webhook's secrets, and the expiry times of the previous secrets. */
export type Secrets = Pick<
  SigningWebhook,
  'secret' | 'previous_secret' | 'previous_until' | 'older_secret' | 'older_until'
>;

/** Returns all valid secrets, starting with the current one. */
export function liveSecrets(of: Secrets, now: number): string[] {
  const isLive = (until: string | undefined): boolean => until !== undefined && until > timestamp(now);
  return [
    of.secret,
    ...(of.previous_secret !== undefined && isLive(of.previous_until) ? [of.previous_secret] : []),
    ...(of.older_secret !== undefined && isLive(of.older_until) ? [of.older_secret] : []),
  ];
}

function healthOf(of: Webhook, success_rate_24h: number | null, now: number): WebhookView['health'] {
  const working = success_rate_24h === null ? 'idle' : 'ok';
  const running = of.failing_since === undefined ? working : 'failing';
  return {
    state: of.enabled ? running : 'disabled',
    failing_since: of.failing_since ?? null,
    success_rate_24h,
    last_failure: lastFailureOf(of, now),
  };
}

/** Returns the id of the form that a webhook belongs to, or null if it is account-wide. */
export const formIdOfWebhook = ({ owner_id }: Pick<Webhook, 'owner_id'>): string | null =>
  isFormId(owner_id) ? owner_id : null;

/**
 * Converts a webhook to its API representation.
 * @param successRate success rate in the last 24 hours, or null if nothing was sent
 */
export function toWebhookView(of: Webhook, successRate: number | null, now: number): WebhookView {
  return {
    id: of.webhook_id,
    kind: of.kind ?? 'webhook',
    ends_at: of.ends_at ?? null,
    form_id: formIdOfWebhook(of),
    url: of.url,
    name: of.name ?? null,
    format: of.format ?? 'standard',
    filter: parseFilter(of.filter),
    signing: of.signing ?? 'hmac',
    auto_recover: of.auto_recover ?? false,
    events: eventsOf(of),
    ...publicKeysOf(of, now),
    header_names: of.header_names ?? [],
    connection:
      of.connection_id === undefined || !of.app ? null : { id: of.connection_id, name: of.app.name },
    enabled: of.enabled,
    failing_since: of.failing_since ?? null,
    health: healthOf(of, successRate, now),
    disabled_reason: of.disabled_reason ?? null,
    created_at: of.created_at,
    updated_at: of.updated_at,
  };
}
