/**
 * Creates and deletes webhooks on behalf of a connected app, such as an automation platform. Both requests
 * are safe to repeat because apps retry if a response is lost (docs/specification.md, "Webhooks of apps").
 */
import type { Principal } from '../../core/caller.ts';
import { Forbidden, InvalidToken, Unavailable } from '../../core/errors/errors.ts';
import { resourceTag } from '../../core/web/resource-tag.ts';
import { message } from '../../core/errors/message.ts';
import { SameWebhookUrl } from '../same-webhook-url.ts';
import { viewOf, type WebhookFacts } from '../webhook-views.ts';
import type { Webhook } from '../webhook.ts';

/**
 * Rejects an app unless it created the webhook through the same connection.
 * @throws Forbidden
 */
export function assertOwnWebhook(caller: Principal, { connection_id }: Pick<Webhook, 'connection_id'>): void {
  if (caller.type === 'connection' && caller.connection_id !== connection_id)
    throw new Forbidden('An app can only change, test, replay and delete webhooks that it created itself.');
}

/** Creates the error for an app that lost its connection while it was creating a webhook. */
export const connectionGone = (): InvalidToken => new InvalidToken(message('access-token-not-valid'));

export interface PresentWebhooks {
  readonly webhooks: { find(ownerId: string, webhookId: string): Promise<Webhook | undefined> };
  readonly facts: WebhookFacts;
}

/**
 * Handles a create request for a URL that another webhook of the same owner already uses. If the app created
 * the existing webhook, returns it unchanged, without its secret.
 * @throws SameWebhookUrl for all other callers
 * @throws Unavailable if the existing webhook has just been deleted; repeating the request creates a new one
 */
export async function subscribedAgain(
  { owner_id, connection_id }: Pick<Webhook, 'owner_id' | 'connection_id'>,
  webhookId: string,
  { webhooks, facts }: PresentWebhooks,
) {
  if (connection_id === undefined) throw new SameWebhookUrl({ owner_id }, webhookId);
  const present = await webhooks.find(owner_id, webhookId);
  if (!present) throw new Unavailable('The webhook with this URL has just been deleted. Please try again.');
  if (present.connection_id !== connection_id) throw new SameWebhookUrl({ owner_id }, webhookId);
  const body = await viewOf(present, facts);
  return { status: 200, headers: { etag: resourceTag(present.version, body) }, body };
}
