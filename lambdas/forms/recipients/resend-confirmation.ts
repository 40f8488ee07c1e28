/** `POST /v1/forms/{id}/recipients/{address}/resend`: sends another confirmation e-mail. */
import { randomUUID } from 'node:crypto';
import { managementHandler } from '../../auth/management-handler.ts';
import { addEmail } from '../../aws/email-queue.ts';
import { timestamp, type Clock } from '../../core/clock.ts';
import { Conflict } from '../../core/errors/errors.ts';
import { readIfGiven } from '../../environment.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { resendConfirmation as operation } from '../form-operations.ts';
import type { RequestConfirmations } from './confirmation-request.ts';
import { recipientInPath } from './path-recipient.ts';
import {
  RECIPIENT_EMAIL_VARIABLES,
  recipientEmailDeps,
  type RecipientEmailDeps,
} from './recipient-email-deps.ts';
import { confirmationCountReader } from './recipient-store.ts';
import { MAX_CONFIRMATIONS } from './recipient.ts';

interface Deps extends RecipientEmailDeps {
  readonly sentTo: ReturnType<typeof confirmationCountReader>;
  readonly requestConfirmations: RequestConfirmations;
  readonly now: Clock;
  readonly newRequest: () => string;
}

/** Queues another confirmation e-mail for a recipient who hasn't confirmed yet. */
export function resendConfirmation({ recipients, sentTo, cap, requestConfirmations, now, newRequest }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id, form_name, recipient_id, address, status } = await recipientInPath(
      recipients,
      caller,
      path,
    );
    const { account_id } = caller;
    if (status !== 'pending')
      throw new Conflict(
        `Confirmation e-mails can only be sent again to pending addresses. This address is ${status}.`,
      );
    if ((await sentTo(account_id, recipient_id)) >= MAX_CONFIRMATIONS)
      throw new Conflict(
        `This address has already been sent ${MAX_CONFIRMATIONS} confirmation e-mails, which is the maximum.`,
      );
    return audit.around({ id: form_id, name: form_name }, async () => {
      await cap.count(account_id);
      await requestConfirmations({
        kind: 'confirmation',
        account_id,
        form_id,
        recipient_ids: [recipient_id],
        request: newRequest(),
        requested_at: timestamp(now()),
        again: true,
      });
      return { status: 202, body: { address, status } };
    });
  };
}

export const handler = managementHandler(operation, RECIPIENT_EMAIL_VARIABLES, (db, environment) =>
  resendConfirmation({
    ...recipientEmailDeps(db, environment),
    sentTo: confirmationCountReader(db, environment.RECIPIENTS_TABLE),
    requestConfirmations: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
    now: Date.now,
    newRequest: randomUUID,
  }),
);
