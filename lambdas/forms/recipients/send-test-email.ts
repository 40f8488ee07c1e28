/** `POST /v1/forms/{id}/recipients/{address}/test`: sends a test notification. */
import { randomUUID } from 'node:crypto';
import { managementHandler } from '../../auth/management-handler.ts';
import { addEmail } from '../../aws/email-queue.ts';
import { Conflict } from '../../core/errors/errors.ts';
import { readIfGiven } from '../../environment.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { sendTestEmail as operation } from '../form-operations.ts';
import { recipientInPath } from './path-recipient.ts';
import {
  RECIPIENT_EMAIL_VARIABLES,
  recipientEmailDeps,
  type RecipientEmailDeps,
} from './recipient-email-deps.ts';
import type { TestNotificationJob } from './test-notification.ts';

interface Deps extends RecipientEmailDeps {
  readonly queue: (job: TestNotificationJob) => Promise<void>;
  readonly newRequest: () => string;
}

/** Queues a notification with sample values for a confirmed recipient. */
export function sendTestEmail({ recipients, cap, queue, newRequest }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id, form_name, recipient_id, address, status } = await recipientInPath(
      recipients,
      caller,
      path,
    );
    const { account_id } = caller;
    if (status !== 'confirmed')
      throw new Conflict(`Test e-mails can only be sent to confirmed addresses. This address is ${status}.`);
    return audit.around({ id: form_id, name: form_name }, async () => {
      await cap.count(account_id);
      await queue({ kind: 'test-notification', account_id, form_id, recipient_id, request: newRequest() });
      return { status: 202, body: { address, status } };
    });
  };
}

export const handler = managementHandler(operation, RECIPIENT_EMAIL_VARIABLES, (db, environment) =>
  sendTestEmail({
    ...recipientEmailDeps(db, environment),
    queue: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
    newRequest: randomUUID,
  }),
);
