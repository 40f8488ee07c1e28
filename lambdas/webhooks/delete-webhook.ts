/** `DELETE /v1/webhooks/{id}`: deletes a webhook. */
import { auditedWebhook } from './audited-webhook.ts';
import { formReader } from '../forms/form-store.ts';
import { assertOwnWebhook } from './apps/app-webhook.ts';
import { webhookStore } from './webhook-store.ts';
import { NotFound, PreconditionFailed } from '../core/errors/errors.ts';
import { expectedVersion } from '../core/web/resource-tag.ts';
import { ownedWebhook, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { deleteWebhook as operation } from './webhook-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find' | 'delete'>;
}

/**
 * Deletes a webhook. Deliveries that are waiting for a retry fail at their next attempt. The delivery log
 * expires through TTL.
 */
export function deleteWebhook({ forms, webhooks }: Deps) {
  const remove = async ({ event, path, caller, audit }: HttpRequest<typeof operation>): Promise<void> => {
    const webhook = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    assertOwnWebhook(caller, webhook);
    const { owner_id, webhook_id } = webhook;
    const expected = expectedVersion(event.headers, webhook.version);
    if (
      !(await webhooks.delete(owner_id, webhook_id, {
        audit: audit.rowOf(auditedWebhook(webhook)),
        expected,
      }))
    ) {
      if (expected && (await webhooks.find(owner_id, webhook_id))) throw new PreconditionFailed();
      throw new NotFound(`There is no webhook "${webhook_id}".`);
    }
  };
  return async (request: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    try {
      await remove(request);
    } catch (error) {
      // Let apps delete a webhook twice, because they repeat an unsubscribe request if its response is lost.
      if (!(request.caller.type === 'connection' && error instanceof NotFound)) throw error;
    }
    return { status: 204 };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'WEBHOOKS_TABLE'], (db, environment) =>
  deleteWebhook({
    forms: formReader(db, environment.FORMS_TABLE),
    webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
  }),
);
