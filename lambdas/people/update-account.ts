/** `PATCH /v1/account`: changes the caller's account. */
import { Unauthorized } from '../core/errors/errors.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { message } from '../core/errors/message.ts';
import { updateAccount as operation } from './people-operations.ts';
import { callerAccountStore } from './caller-account-store.ts';
import { toAccountView } from './caller-view.ts';

interface Deps {
  readonly accounts: ReturnType<typeof callerAccountStore>;
}

/** Changes the account's time zone. An empty patch changes nothing. */
export function updateAccount({ accounts }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { account_id } = caller;
    if (body.time_zone !== undefined)
      await accounts.setTimeZone(account_id, body.time_zone, audit.rowOf(account_id));
    const account = await accounts.find(account_id);
    if (!account) throw new Unauthorized(message('key-not-valid'));
    return { status: 200, body: toAccountView(account) };
  };
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  updateAccount({ accounts: callerAccountStore(db, environment.ACCOUNTS_TABLE) }),
);
