/** `GET /v1/webhooks/{id}/recoveries`: lists a webhook's recoveries. */
import { ownedWebhook, type FormFinder } from '../../auth/ownership.ts';
import { decodeCursor, encodeCursor } from '../../core/web/pagination.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { listRecoveries as operation } from '../webhook-operations.ts';
import { webhookStore } from '../webhook-store.ts';
import { deliveryCountReader } from '../counts/delivery-count-store.ts';
import { recoveryStore } from './recovery-store.ts';
import { toRecoveryView } from './recovery.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'find'>;
  readonly recoveries: Pick<ReturnType<typeof recoveryStore>, 'list'>;
  readonly counts: Pick<ReturnType<typeof deliveryCountReader>, 'ofRecoveries'>;
}

/** Lists recoveries, newest first so that a recovery that was just started is easy to find. */
export function listRecoveries({ forms, webhooks, recoveries, counts }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { webhook_id } = await ownedWebhook(forms, caller, path['id'], webhooks.find);
    const { limit, cursor } = query;
    const list = `recoveries ${webhook_id}`;
    const [after] = cursor ? decodeCursor(cursor, list, caller.cursor_key) : [];
    const { rows, next } = await recoveries.list(webhook_id, limit, after);
    const outcomes = await counts.ofRecoveries(rows.map(({ recovery_id }) => recovery_id));
    return {
      status: 200,
      body: {
        data: rows.map((row) => toRecoveryView(row, outcomes.get(row.recovery_id))),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['COUNTERS_TABLE', 'FORMS_TABLE', 'WEBHOOKS_TABLE', 'RECOVERIES_TABLE'],
  (db, environment) =>
    listRecoveries({
      forms: formReader(db, environment.FORMS_TABLE),
      webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
      recoveries: recoveryStore(db, environment.RECOVERIES_TABLE),
      counts: deliveryCountReader(db, environment.COUNTERS_TABLE),
    }),
);
