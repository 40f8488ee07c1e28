/** `GET /v1/me`: returns the caller. */
import { Unauthorized } from '../core/errors/errors.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { message } from '../core/errors/message.ts';
import { getMe as operation } from './people-operations.ts';
import { callerAccountStore } from './caller-account-store.ts';
import { toCallerView } from './caller-view.ts';

interface Deps {
  readonly accounts: Pick<ReturnType<typeof callerAccountStore>, 'find'>;
}

/** Returns the caller, its account and its permissions. The format is the same for all types of callers. */
export function getMe({ accounts }: Deps) {
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const account = await accounts.find(caller.account_id);
    if (!account) throw new Unauthorized(message('key-not-valid'));
    return {
      status: 200,
      body: toCallerView(caller, account),
    };
  };
}

export const handler = managementHandler(operation, ['ACCOUNTS_TABLE'], (db, environment) =>
  getMe({ accounts: callerAccountStore(db, environment.ACCOUNTS_TABLE) }),
);
