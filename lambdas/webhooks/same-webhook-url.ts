/** The conflict of a webhook whose URL another webhook of its form has, or another one of all forms. */
import { Conflict } from '../core/errors.ts';
import { formIdOfWebhook, type Webhook } from './webhook.ts';

export class SameWebhookUrl extends Conflict {
  override readonly extra: { webhook_id: string };
  /** @param webhookId the webhook that has the URL */
  constructor(of: Pick<Webhook, 'form_id'>, webhookId: string) {
    const owner = formIdOfWebhook(of) === null ? 'of all forms' : 'of this form';
    super(`The webhook ${webhookId} ${owner} has this URL already.`);
    this.extra = { webhook_id: webhookId };
  }
}
