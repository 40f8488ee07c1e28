/** Gets an app's id from a request and checks that the app belongs to the caller's account. */
import type { Principal } from '../core/caller.ts';
import { NotFound } from '../core/errors/errors.ts';
import { ownerOfApp } from '../core/ids.ts';
import { message } from '../core/errors/message.ts';

/**
 * Returns the app's id if it contains the caller's account id. Doesn't check whether the app exists.
 * @throws NotFound if the app belongs to another account or to the installation; clients can't distinguish
 *   this from an app that doesn't exist
 */
export function ownAppId({ id = '' }: Readonly<Record<string, string>>, { account_id }: Principal): string {
  if (ownerOfApp(id) !== account_id) throw noSuchApp(id);
  return id;
}

export const noSuchApp = (id: string): NotFound => new NotFound(message('no-such-thing', { id }));
