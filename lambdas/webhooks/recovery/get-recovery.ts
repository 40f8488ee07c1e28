/** `GET /v1/recoveries/{id}`: returns a recovery's progress. */
import { ownsWebhook, type FormFinder } from '../../auth/ownership.ts';
import { NotFound } from '../../core/errors/errors.ts';
import { ownerIdOfWebhook, webhookIdOfRecovery } from '../../core/ids.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { message } from '../../core/errors/message.ts';
import { getRecovery as operation } from '../webhook-operations.ts';
import { recoveryStore } from './recovery-store.ts';
import { deliveryCountReader } from '../counts/delivery-count-store.ts';
import { toRecoveryView } from './recovery.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly recoveries: Pick<ReturnType<typeof recoveryStore>, 'find'>;
  readonly counts: Pick<ReturnType<typeof deliveryCountReader>, 'ofRecoveries'>;
}

/** Returns a recovery that belongs to the account, even if its webhook has been deleted. */
export function getRecovery({ forms, recoveries, counts }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = path['id'] ?? '';
    const ownerId = ownerIdOfWebhook(webhookIdOfRecovery(id) ?? '');
    if (ownerId !== undefined) {
      const [isOwned, found, outcomes] = await Promise.all([
        ownsWebhook(forms, caller, ownerId),
        recoveries.find(id),
        counts.ofRecoveries([id]),
      ]);
      if (isOwned && found) return { status: 200, body: toRecoveryView(found, outcomes.get(id)) };
    }
    throw new NotFound(message('no-such-thing', { id }));
  };
}

export const handler = managementHandler(
  operation,
  ['COUNTERS_TABLE', 'FORMS_TABLE', 'RECOVERIES_TABLE'],
  (db, environment) =>
    getRecovery({
      counts: deliveryCountReader(db, environment.COUNTERS_TABLE),
      forms: formReader(db, environment.FORMS_TABLE),
      recoveries: recoveryStore(db, environment.RECOVERIES_TABLE),
    }),
);
