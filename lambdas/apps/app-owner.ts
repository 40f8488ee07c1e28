/** Finds the id of an app that a request names, within the caller's account only. */
import type { Principal } from '../core/caller.ts';
import { NotFound } from '../core/errors.ts';
import { ownerOfApp } from '../core/ids.ts';
import { message } from '../core/message.ts';

/**
 * The id of an app of the caller's account, by its text alone.
 * @throws NotFound for another account's app and one of the installation, exactly like one that does not exist
 */
export function ownAppId({ id = '' }: Readonly<Record<string, string>>, { account_id }: Principal): string {
  if (ownerOfApp(id) !== account_id) throw noSuchApp(id);
  return id;
}

export const noSuchApp = (id: string): NotFound => new NotFound(message('no-such-thing', { id }));
