/** The conflict of a webhook whose URL another webhook of its form has. */
import { Conflict } from '../core/errors.ts';

export class SameWebhookUrl extends Conflict {
  override readonly extra: { webhook_id: string };
  constructor(webhookId: string) {
    super(`The webhook ${webhookId} of this form has this URL already.`);
    this.extra = { webhook_id: webhookId };
  }
}
