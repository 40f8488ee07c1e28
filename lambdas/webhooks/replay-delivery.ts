import { formReader } from '../adapters/form-store.ts';
import { sendingParts } from '../adapters/sending-parts.ts';
import type { AttemptPorts, DeliveryRules } from '../domain/attempt.ts';
import { presentDelivery } from '../domain/delivery.ts';
import { NotFound } from '../domain/failures.ts';
import { parentsOfDelivery } from '../domain/ids.ts';
import { replay } from '../domain/manual-attempt.ts';
import type { FormFinder } from '../domain/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { replayDelivery as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly ports: AttemptPorts;
  readonly rules: DeliveryRules;
}

/** A replay is its owner's own act, so it also reaches a webhook that is disabled. */
export function replayDelivery({ forms, ports, rules }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    const id = path['id'] ?? '';
    const formId = parentsOfDelivery(id)?.formId;
    const form = formId === undefined ? undefined : await forms.find(caller.account_id, formId);
    if (!form) throw new NotFound(`There is no delivery "${id}".`);
    const delivery = await replay(id, ports, rules);
    return { status: 200, body: presentDelivery(delivery, ports.now()) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE'], (db, environment) =>
  replayDelivery({ forms: formReader(db, environment.FORMS_TABLE), ...sendingParts(db) }),
);
