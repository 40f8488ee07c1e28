/** Who calls the management API (specification, "Authentication"). */
import { hashOfKey, typeOfKey, type ApiKey } from '../domain/api-key.ts';
import { Forbidden, Unauthorized } from '../domain/failures.ts';
import { detail } from '../domain/translations/detail.ts';
import type { KeyedOperation } from './operation.ts';

/** The account on whose behalf a request acts. */
export interface Caller {
  readonly account_id: string;
  readonly key_id: string;
  /** Signs the cursors of this account's lists. */
  readonly cursor_key: string;
}

export interface KeyStore {
  /** The key under this hash, strongly consistent, so that a revoked key stops at once. */
  findKey(keyHash: string): Promise<ApiKey | undefined>;
}

/**
 * The account of a key.
 * @throws Unauthorized when no valid key was sent; a malformed key or a wrong checksum costs no read
 * @throws Forbidden for a submission key where only a management key will do
 */
export async function authenticate(
  authorization: string | undefined,
  access: KeyedOperation['access'],
  keys: KeyStore,
): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new Unauthorized(detail('key-needed'));
  const type = typeOfKey(token);
  const key = type && (await keys.findKey(hashOfKey(token)));
  if (!key || key.revoked_at !== undefined) throw new Unauthorized(detail('key-not-valid'));
  if (access === 'management' && key.type !== 'management')
    throw new Forbidden(detail('management-key-needed'));
  return { account_id: key.account_id, key_id: key.key_id, cursor_key: key.cursor_key };
}
