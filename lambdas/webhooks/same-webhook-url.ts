/**
 * Defines the error for a duplicate webhook URL. The webhooks of a form must have different URLs, and so must
 * the account-wide webhooks of an account.
 */
import { Conflict } from '../core/errors/errors.ts';
import { formIdOfWebhook, type Webhook } from './webhook.ts';

export class SameWebhookUrl extends Conflict {
  override readonly extra: { webhook_id: string };
  /** @param webhookId id of the webhook that already has this URL */
  constructor(of: Pick<Webhook, 'owner_id'>, webhookId: string) {
    const owner = formIdOfWebhook(of) === null ? 'for all forms' : 'for this form';
    super(`The webhook ${webhookId} ${owner} already has this URL.`);
    this.extra = { webhook_id: webhookId };
  }
}
