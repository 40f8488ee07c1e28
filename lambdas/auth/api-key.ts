/**
 * API keys, of submission (`svc_sub_`) and management (`svc_mgmt_`): how they are made, stored and shown
 * (docs/specification.md, "Authentication"). Only a hash and a prefix are stored; the full key is shown once.
 */
import * as z from 'zod';
import { secretHash, hasValidChecksum, newSecret } from './checksummed-secret.ts';
import { HOUR, timestamp } from '../core/clock.ts';
import { newKeyId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { displayName } from '../core/display-name.ts';
import { scopes, sortScopes, type Scope } from '../core/scope.ts';
import { keyTypes, type KeyType } from '../core/caller.ts';

const PREFIXES: Record<KeyType, string> = { submission: 'svc_sub_', management: 'svc_mgmt_' };
const SHOWN_LENGTH = 16;

/** All scopes that a key of each type may have, and has unless it is minted with fewer. */
export const scopesOfType: Readonly<Record<KeyType, readonly Scope[]>> = {
  // A submission key can neither read data nor change settings (docs/specification.md, "Authentication").
  submission: ['ingest'],
  management: scopes,
};

/** A key as it is stored. */
export const apiKey = z.object({
  key_hash: z.string(),
  key_id: z.string(),
  account_id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  /** Absent when it has all scopes of its type. */
  scopes: z.array(z.enum(scopes)).optional(),
  prefix: z.string(),
  created_at: z.string(),
  /** Id of the key that minted it; absent when the operator did. */
  created_by: z.string().optional(),
  /** From this time on the key is refused like a revoked one; absent when it does not expire. */
  expires_at: z.string().optional(),
  /** Time of the last use, to the hour; absent when never used. */
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
  /** Copy of the account's secret that signs the cursors of its lists. */
  cursor_key: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** It stands in the audit log and in the operator's terminal. */
const keyName = displayName(200);

/** Body of `POST /v1/api-keys`. */
export const apiKeyInput = z
  .strictObject({
    type: z.enum(keyTypes),
    name: keyName,
    /** All scopes of the type when absent. */
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
    /** When the key expires; never when absent or null, or with the key that mints it if that one expires. */
    expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
  })
  .refine((input) => input.scopes?.every((each) => scopesOfType[input.type].includes(each)) ?? true, {
    path: ['scopes'],
    error: 'A submission key has the scope "ingest" only.',
  });
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** Query of `DELETE /v1/api-keys/{id}`. */
export const revocationQuery = z.strictObject({
  cascade: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the keys are revoked too that this key minted, and those that they minted.'),
});

/** A key as lists show it, without the key itself. */
export const apiKeyView = z.object({
  id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The first 16 characters of the key. */
  prefix: z.string(),
  created_at: z.string(),
  /** Id of the key that minted it; null when the operator did. */
  created_by: z.string().nullable(),
  /** From this time on the key is refused; null when it does not expire. */
  expires_at: z.string().nullable(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The response to minting, the only one that holds the full key. */
export const apiKeyViewWithKey = apiKeyView.extend({ key: z.string() });

/**
 * Makes a key of an account.
 * @param createdBy id of the key that mints it; absent when the operator does
 * @returns the full key, which is shown only once, and what is stored of it
 */
export function newApiKey(
  account: { account_id: string; cursor_key: string },
  { type, name, scopes: chosen, expires_at }: ApiKeyInput,
  at: number,
  random: RandomBytes,
  createdBy?: string,
): { key: string; stored: ApiKey } {
  const key = newSecret(PREFIXES[type], random);
  const stored: ApiKey = {
    key_hash: hashOfKey(key),
    key_id: newKeyId(at, random),
    account_id: account.account_id,
    type,
    name,
    ...(chosen && { scopes: sortScopes(chosen) }),
    prefix: key.slice(0, SHOWN_LENGTH),
    created_at: timestamp(at),
    ...(createdBy !== undefined && { created_by: createdBy }),
    ...(typeof expires_at === 'string' && { expires_at: timestamp(Date.parse(expires_at)) }),
    cursor_key: account.cursor_key,
  };
  return { key, stored };
}

/** The key as the API shows it. */
export function toApiKeyView(of: ApiKey): ApiKeyView {
  return {
    id: of.key_id,
    type: of.type,
    name: of.name,
    scopes: [...scopesOf(of)],
    prefix: of.prefix,
    created_at: of.created_at,
    created_by: of.created_by ?? null,
    expires_at: of.expires_at ?? null,
    last_used_at: of.last_used_at ?? null,
    revoked_at: of.revoked_at ?? null,
  };
}

/** What the key may do. */
export function scopesOf({ type, scopes: own }: Pick<ApiKey, 'type' | 'scopes'>): readonly Scope[] {
  return own ?? scopesOfType[type];
}

/** Whether the key is accepted at this time: neither revoked nor expired. */
export function isLive({ revoked_at, expires_at }: ApiKey, at: number): boolean {
  return revoked_at === undefined && (expires_at === undefined || at < Date.parse(expires_at));
}

/**
 * Whether the key lets its account be managed for good: it has the scope `admin` and does not expire. An account keeps
 * one such key.
 */
export function isLastingAdminKey(of: Pick<ApiKey, 'type' | 'scopes' | 'expires_at'>): boolean {
  return scopesOf(of).includes('admin') && of.expires_at === undefined;
}

/** The type of a key whose form and checksum are right, otherwise undefined; needs no read. */
export function typeOfKey(key: string): KeyType | undefined {
  return keyTypes.find((type) => hasValidChecksum(key, PREFIXES[type]));
}

/** The hash under which a key is stored and looked up. */
export const hashOfKey = secretHash;

/** Whether the stored time of the last use is an hour old: it is updated at most once an hour. */
export function isLastUseStale(lastUsedAt: string | undefined, at: number): boolean {
  return lastUsedAt === undefined || Date.parse(lastUsedAt) <= at - HOUR;
}
