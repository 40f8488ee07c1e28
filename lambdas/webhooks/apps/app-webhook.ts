/**
 * Webhooks that apps make for themselves with the token of a connection, as automation platforms do: they subscribe and
 * unsubscribe, and repeat both when a response was lost (docs/specification.md, "Webhooks of apps").
 */
import type { Principal } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { Forbidden, InvalidToken, Unavailable } from '../../core/errors.ts';
import { resourceTag } from '../../core/resource-tag.ts';
import { message } from '../../core/message.ts';
import { SameWebhookUrl } from '../same-webhook-url.ts';
import { toWebhookView, type MadeByApp, type Webhook } from '../webhook.ts';

/**
 * What a webhook keeps of the app that makes it; undefined of any other caller.
 * @throws Forbidden when the app may not read: a webhook would bring it what it may not have
 */
export function appOf(caller: Principal): MadeByApp | undefined {
  assertMayReceive(caller);
  if (caller.type !== 'connection') return undefined;
  const { connection_id, client_id, member_id, name } = caller;
  return { connection_id, app: { client_id, member_id, name } };
}

/**
 * Refuses to let an app choose where a webhook leads that may not read: the submissions would come to it there.
 * @throws Forbidden
 */
export function assertMayReceive({ type, scopes }: Pick<Principal, 'type' | 'scopes'>): void {
  if (type === 'connection' && !scopes.includes('read'))
    throw new Forbidden('An app needs the scope "read" for a webhook, which brings it submissions.');
}

/** The connection of an app has ended while the app asked for a webhook. */
export const connectionGone = (): InvalidToken => new InvalidToken(message('access-token-not-valid'));

/** Reads the webhook that is there already. */
export interface PresentWebhooks {
  readonly webhooks: { find(ownerId: string, webhookId: string): Promise<Webhook | undefined> };
  /** Success rates of the last 24 hours. */
  readonly rates: {
    rates(webhookIds: readonly string[], now: number): Promise<ReadonlyMap<string, number | null>>;
  };
  readonly now: Clock;
}

/**
 * The response to a request for a webhook whose URL another one of the same owner has: to the app that has it itself, the
 * webhook as it is, without its secret.
 * @throws SameWebhookUrl for everybody else
 * @throws Unavailable when it has just been deleted: the same request will make a new one
 */
export async function subscribedAgain(
  { form_id, connection_id }: Pick<Webhook, 'form_id' | 'connection_id'>,
  webhookId: string,
  { webhooks, rates, now }: PresentWebhooks,
) {
  if (connection_id === undefined) throw new SameWebhookUrl({ form_id }, webhookId);
  const present = await webhooks.find(form_id, webhookId);
  if (!present) throw new Unavailable('The webhook with this URL has just been deleted; please try again.');
  if (present.connection_id !== connection_id) throw new SameWebhookUrl({ form_id }, webhookId);
  const rate = (await rates.rates([webhookId], now())).get(webhookId) ?? null;
  const body = toWebhookView(present, rate);
  return { status: 200, headers: { etag: resourceTag(present.version, body) }, body };
}
