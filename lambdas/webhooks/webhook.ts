/**
 * Webhooks: the URLs to which the accepted submissions of a form, or of all forms of an account, are delivered, and the
 * secrets that sign the requests.
 */
import * as z from 'zod';
import { HOUR, timestamp } from '../core/clock.ts';
import { isFormId, newWebhookId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { webhookFormats } from './formats/webhook-format.ts';
import { headersInput, type OwnHeaders } from './own-headers.ts';

/**
 * The key of the `webhookCountVersion` of a form or account in the table Counters is this and its id
 * (`webhook-creation-store.ts`).
 */
export const WEBHOOK_COUNT_VERSION = 'webhook-count-version#';

/**
 * How long receivers have to switch to a new secret: until then both sign (docs/specification.md, "Webhook
 * signature").
 */
export const SECRET_OVERLAP = 24 * HOUR;

const url = z.string().min(1).max(2048);

const name = z
  .string()
  .trim()
  .max(100)
  .nullable()
  .describe('What the owner calls it; at most 100 characters.');

const format = z
  .enum(webhookFormats)
  .describe(
    "The shape of the body: `standard` is the event's envelope, the others are a message with the text of the submission. The signature headers are the same.",
  );

const settable = { url, name, headers: headersInput, format };

/** Body of `POST /v1/forms/:id/webhooks`. */
export const webhookInput = z.strictObject(settable).partial().extend({ url });
export type WebhookInput = z.output<typeof webhookInput>;

/** Body of `POST /v1/webhooks`, which may say what its response shows. */
export const accountWebhookInput = webhookInput.extend({
  form_id: z.null().optional().describe('Null, as in the response; may be left out.'),
});

/** Body of `PATCH /v1/webhooks/:id`. */
export const webhookPatch = z
  .strictObject({ ...settable, enabled: z.boolean(), rotate_secret: z.boolean() })
  .partial();

/** Why the service disables a webhook: nothing but failures for days, or its receiver said that it is gone (410). */
export const disabledReasons = ['failing', 'gone'] as const;
const disabledReason = z.enum(disabledReasons);
export type DisabledReason = z.infer<typeof disabledReason>;

/** A webhook without its secrets, which only the functions that sign requests may read. */
export const webhook = z.object({
  /** Its owner: a form, or an account, whose webhook gets the submissions of all its forms. */
  form_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  /** What its owner calls it. */
  name: z.string().optional(),
  /** Names of its owner's headers, sorted; their values are secrets. */
  header_names: z.array(z.string()).optional(),
  /** The connection of the app that made it; it gets nothing any more once the connection has ended. */
  connection_id: z.string().optional(),
  /** Of that connection: its app, what the app was called, and the member it acts for. */
  app: z.object({ client_id: z.string(), member_id: z.string(), name: z.string() }).optional(),
  /** `standard` when absent. */
  format: z.enum(webhookFormats).optional(),
  enabled: z.boolean(),
  /** Since when deliveries have failed after their last attempt and none has succeeded. */
  failing_since: z.string().optional(),
  /** Why it is disabled, when the service did it. */
  disabled_reason: disabledReason.optional(),
  /** Counts the changes of its settings; absent before the first. What deliveries find out is not among them. */
  version: z.int().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Webhook = z.infer<typeof webhook>;

/** The attributes that may be read without reading a secret. */
export const webhookAttributes = webhook.keyof().options;

/** A webhook with its secrets, for the functions that sign requests. */
export const signingWebhook = webhook.extend({
  account_id: z.string(),
  secret: z.string(),
  /** The headers that its owner adds to the requests. */
  headers: z.record(z.string(), z.string()).optional(),
  /** The two secrets before this one, each until it is no longer valid. */
  previous_secret: z.string().optional(),
  previous_until: z.string().optional(),
  older_secret: z.string().optional(),
  older_until: z.string().optional(),
  /** When the service disabled it; removed once the e-mail to its owner is queued. */
  owner_email_due: z.string().optional(),
  /** When it began to fail; removed once the e-mail about that to its owner is queued. */
  failing_email_due: z.string().optional(),
  /** When it began to fail for the last time that its owner got such an e-mail. */
  failing_email_at: z.string().optional(),
  /** Until then its deliveries go through the queue of slow endpoints (`slow-endpoint.ts`). */
  slow_until: z.string().optional(),
});
export type SigningWebhook = z.infer<typeof signingWebhook>;

/** A webhook as the management API shows it. */
export const webhookView = webhook
  .omit({
    webhook_id: true,
    connection_id: true,
    app: true,
    failing_since: true,
    disabled_reason: true,
    version: true,
  })
  .extend({
    id: z.string(),
    form_id: z
      .string()
      .nullable()
      .describe('The form whose submissions it gets; null when it gets those of all forms of the account.'),
    name: z.string().nullable(),
    format,
    header_names: z
      .array(z.string())
      .describe("Names of the owner's headers, in lower case and sorted; their values are never shown."),
    connection: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe(
        'The connection of the app that made it, with the name of the app: the webhook goes with the connection. Null when no app did.',
      )
      .meta({ readOnly: true }),
    failing_since: z.string().nullable(),
    health: z
      .object({
        state: z
          .enum(['ok', 'failing', 'disabled', 'idle'])
          .describe(
            '`failing` since a delivery failed after its last attempt and none has succeeded; `idle` when nothing was sent in the last 24 hours.',
          ),
        failing_since: z.string().nullable(),
        success_rate_24h: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe(
            'Of the deliveries of submissions received in the last 24 hours that have ended, the part that succeeded; null when there is none. A moment behind.',
          ),
      })
      .meta({ readOnly: true }),
    disabled_reason: disabledReason.nullable(),
  });
export const webhookViewWithSecret = webhookView.extend({ secret: z.string() });
export const webhookViewAfterChange = webhookView.extend({ secret: z.string().optional() });
export type WebhookView = z.infer<typeof webhookView>;

/** `whsec_` and base64 of 32 random bytes, the shape of the Standard Webhooks libraries. */
export function newWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`;
}

/** What a webhook keeps of the connection whose app makes it. */
export type MadeByApp = Required<Pick<Webhook, 'connection_id' | 'app'>>;

/**
 * @param form_id the account's id for a webhook of all its forms
 * @param by the app that makes it, if one does; it has the app's name unless it gets another one
 */
export function newWebhook(
  { account_id, form_id }: { account_id: string; form_id: string },
  { url, name, headers, format }: WebhookInput,
  now: number,
  random: RandomBytes,
  by?: MadeByApp,
): SigningWebhook {
  const at = timestamp(now);
  const called = isGiven(name) ? name : by?.app.name;
  return {
    account_id,
    form_id,
    webhook_id: newWebhookId(form_id, random),
    url,
    ...(called !== undefined && { name: called }),
    ...by,
    ...(format && { format }),
    ...(headers && { headers, header_names: headerNames(headers) }),
    enabled: true,
    secret: newWebhookSecret(random),
    created_at: at,
    updated_at: at,
  };
}

const isGiven = (name: string | null | undefined): name is string =>
  name !== undefined && name !== null && name !== '';

/** What is shown of the owner's headers. */
export function headerNames(headers: OwnHeaders): string[] {
  return Object.keys(headers).toSorted();
}

/** Every secret that is valid now, the present one first. */
export function liveSecrets(of: SigningWebhook, now: number): string[] {
  const isLive = (until: string | undefined): boolean => until !== undefined && until > timestamp(now);
  return [
    of.secret,
    ...(of.previous_secret !== undefined && isLive(of.previous_until) ? [of.previous_secret] : []),
    ...(of.older_secret !== undefined && isLive(of.older_until) ? [of.older_secret] : []),
  ];
}

function healthOf(of: Webhook, success_rate_24h: number | null): WebhookView['health'] {
  const working = success_rate_24h === null ? 'idle' : 'ok';
  const running = of.failing_since === undefined ? working : 'failing';
  return {
    state: of.enabled ? running : 'disabled',
    failing_since: of.failing_since ?? null,
    success_rate_24h,
  };
}

/** The form that a webhook belongs to; null when it is one of all forms. */
export const formIdOfWebhook = ({ form_id }: Pick<Webhook, 'form_id'>): string | null =>
  isFormId(form_id) ? form_id : null;

/** @param successRate that of the last 24 hours, null when nothing was sent */
export function toWebhookView(of: Webhook, successRate: number | null): WebhookView {
  return {
    id: of.webhook_id,
    form_id: formIdOfWebhook(of),
    url: of.url,
    name: of.name ?? null,
    format: of.format ?? 'standard',
    header_names: of.header_names ?? [],
    connection:
      of.connection_id === undefined || !of.app ? null : { id: of.connection_id, name: of.app.name },
    enabled: of.enabled,
    failing_since: of.failing_since ?? null,
    health: healthOf(of, successRate),
    disabled_reason: of.disabled_reason ?? null,
    created_at: of.created_at,
    updated_at: of.updated_at,
  };
}
