/** Checks whether the caller may use data requests, and finds the account's requests. */
import type { Principal } from '../core/caller.ts';
import { Forbidden, InsufficientScope, NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { Scope } from '../core/scope.ts';
import type { DataRequest } from './data-request.ts';
import type { RequestRecords } from './request-records.ts';

/**
 * Checks that the caller has the scopes needed in addition to `admin`, because a data request shows
 * submissions. Rejects callers with access to specific forms, because a data request searches all forms.
 * @throws Forbidden, or InsufficientScope for a token
 */
export function assertMayAnswer(caller: Principal, scopes: readonly Scope[] = ['read']): void {
  const missing = scopes.find((scope) => !caller.scopes.includes(scope));
  if (missing !== undefined) {
    const text = `Data requests require the scope "${missing}" in addition to "admin".`;
    throw caller.type === 'token' || caller.type === 'connection'
      ? new InsufficientScope(missing, text)
      : new Forbidden(text);
  }
  if (caller.form_ids !== undefined)
    throw new Forbidden('Data requests search all forms, and you can only access some of them.');
}

/**
 * Returns the request.
 * @throws NotFound if the request doesn't exist or belongs to another account
 */
export async function ownedDataRequest(
  requests: Pick<RequestRecords, 'find'>,
  caller: Pick<Principal, 'account_id'>,
  id = '',
): Promise<DataRequest> {
  const found = await requests.find(id);
  if (found?.form_id === caller.account_id) return found;
  throw new NotFound(message('no-such-thing', { id }));
}
