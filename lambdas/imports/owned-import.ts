/** Checks whether the caller may import submissions, and finds imports for the caller's forms. */
import { canSeeForm, type Principal } from '../core/caller.ts';
import { Forbidden, InsufficientScope, NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { StoredImport } from './import.ts';

/**
 * Checks that the caller has both scopes: an import writes submissions, and its preview shows them.
 * @throws Forbidden, or InsufficientScope for a token
 */
export function assertMayImport({ type, scopes }: Pick<Principal, 'type' | 'scopes'>): void {
  const missing = (['read', 'write'] as const).find((scope) => !scopes.includes(scope));
  if (missing === undefined) return;
  const text = 'Imports require the scopes "read" and "write".';
  throw type === 'token' || type === 'connection'
    ? new InsufficientScope(missing, text)
    : new Forbidden(text);
}

/**
 * Returns the import.
 * @throws NotFound if it doesn't exist, or if the caller can't access its form
 */
export async function ownedImport(
  imports: { find(id: string): Promise<StoredImport | undefined> },
  caller: Principal,
  id = '',
): Promise<StoredImport> {
  const found = await imports.find(id);
  if (found?.account_id === caller.account_id && canSeeForm(caller, found.form_id)) return found;
  throw new NotFound(message('no-such-thing', { id }));
}
