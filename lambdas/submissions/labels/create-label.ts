/** `POST /v1/labels`: creates a label. */
import { assertSeesAllForms } from '../../auth/ownership.ts';
import type { Clock } from '../../core/clock.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { createLabel as operation } from './label-operations.ts';
import { labelStore } from './label-store.ts';
import { withLabel } from './label.ts';

interface Deps {
  readonly labels: Pick<ReturnType<typeof labelStore>, 'change'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Creates a label, which can be added to submissions of all forms. */
export function createLabel({ labels, now, random }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const { created } = await labels.change(
      caller.account_id,
      (before) => withLabel(before, body, now(), random),
      (planned) => audit.rowOf({ id: planned.created.id, name: planned.created.name }),
    );
    return { status: 201, body: created };
  };
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  createLabel({ labels: labelStore(db, environment.ACCOUNTS_TABLE), now: Date.now, random: systemRandom }),
);
