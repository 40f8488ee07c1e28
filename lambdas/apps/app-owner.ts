/** Finds the id of an app in a request, but only within the caller's account. */
import type { Principal } from '../core/caller.ts';
import { NotFound } from '../core/errors.ts';
import { ownerOfApp } from '../core/ids.ts';
import { message } from '../core/message.ts';

/**
 * Returns the id of an app of the caller's account, judging only by its text.
 * @throws NotFound for the app of another account or of the installation, exactly as for one that doesn't
 * exist
 */
export function ownAppId({ id = '' }: Readonly<Record<string, string>>, { account_id }: Principal): string {
  if (ownerOfApp(id) !== account_id) throw noSuchApp(id);
  return id;
}

export const noSuchApp = (id: string): NotFound => new NotFound(message('no-such-thing', { id }));
