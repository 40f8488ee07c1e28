/**
 * Defines API keys for submission (`svc_sub_`) and management (`svc_mgmt_`) (docs/specification.md,
 * "Authentication"). Only a hash and a prefix are stored. The full key is shown once.
 */
import * as z from 'zod';
import { secretHash, hasValidChecksum, isMistyped, newSecret } from '../checksummed-secret.ts';
import { HOUR, SECOND, timestamp } from '../../core/clock.ts';
import { newKeyId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import { displayName } from '../../core/text/display-name.ts';
import { scopes, sortScopes, type Scope } from '../../core/scope.ts';
import { keyTypes, type KeyType } from '../../core/caller.ts';

const PREFIXES: Record<KeyType, string> = { submission: 'svc_sub_', management: 'svc_mgmt_' };
const SHOWN_LENGTH = 16;

/** Scopes of each key type. A key has all of them unless it was created with fewer. */
export const scopesOfType: Readonly<Record<KeyType, readonly Scope[]>> = {
  // Submission keys can't read data or change settings (docs/specification.md, "Authentication").
  submission: ['ingest'],
  management: scopes,
};

/** Schema of a stored API key. */
export const apiKey = z.object({
  key_hash: z.string(),
  key_id: z.string(),
  account_id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  /** Absent if the key has all scopes of its type. */
  scopes: z.array(z.enum(scopes)).optional(),
  prefix: z.string(),
  created_at: z.string(),
  /** Id of the key that created this key; absent if the operator created it. */
  created_by: z.string().optional(),
  /** When the key expires; absent if it never does. Expired keys are rejected like revoked ones. */
  expires_at: z.string().optional(),
  /** Time of the last use, rounded to the hour; absent if never used. */
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
  /** Id of the key that replaced this key when it was rolled; absent otherwise. */
  replaced_by: z.string().optional(),
  /** Copy of the account's secret for signing list cursors. */
  cursor_key: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Attributes that determine whether a key is valid. */
export const keyStateAttributes = ['key_hash', 'revoked_at', 'expires_at'] as const;

/** Key names must be valid display names, because the audit log and the operator's terminal show them. */
const keyName = displayName(200);

/** Expiry times must be earlier than this, because stored times are compared as text. */
const YEAR_10000 = Date.UTC(10_000, 0);

/** Body of `POST /v1/api-keys`. */
export const apiKeyInput = z
  .strictObject({
    type: z.enum(keyTypes),
    name: keyName,
    /** Defaults to all scopes of the type. */
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
    /**
     * When the key expires. Defaults to the expiry time of the key that creates it. Null if the key never
     * expires, which is only allowed if the creating key doesn't expire either.
     */
    expires_at: z.iso
      .datetime({ offset: true })
      .refine((text) => Date.parse(text) < YEAR_10000, { error: 'must be before the year 10000 in UTC' })
      .nullable()
      .optional(),
  })
  .refine((input) => input.scopes?.every((each) => scopesOfType[input.type].includes(each)) ?? true, {
    path: ['scopes'],
    error: 'A submission key can only have the scope "ingest".',
  });
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** Maximum time that a rolled key stays valid, in seconds. */
const MAX_OVERLAP_SECONDS = 7 * 24 * 3600;

/** Body of `POST /v1/api-keys/{id}/roll`. */
export const rollInput = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .describe('Number of seconds for which the old key stays valid. With 0, it stops working immediately.'),
});

/** Query parameters of `DELETE /v1/api-keys/{id}`. */
export const revocationQuery = z.strictObject({
  cascade: z
    .enum(['true', 'false'])
    .optional()
    .describe('Also revoke all keys that were created with this key, directly or indirectly.'),
});

/** Representation of a key in lists, without the secret part. */
export const apiKeyView = z.object({
  id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The first 16 characters of the key. */
  prefix: z.string(),
  created_at: z.string(),
  /** Id of the key that created this key; null if the operator created it. */
  created_by: z.string().nullable(),
  /** When the key expires; null if it never does. */
  expires_at: z.string().nullable(),
  /** Time of the last use, rounded to the hour. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Id of the key that replaced this key; null if it wasn't rolled. */
  replaced_by: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** Response to creating a key. No other response contains the full key. */
export const apiKeyViewWithKey = apiKeyView.extend({ key: z.string() });

/**
 * Creates an API key for an account.
 * @param createdBy id of the key that creates the new one; absent if the operator creates it
 * @returns the full key, which is shown only once, and its stored form
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

/** Converts a key to its API representation. */
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
    replaced_by: of.replaced_by ?? null,
  };
}

/** Returns the scopes of the key: those stored with it, or all scopes of its type. */
export function scopesOf({ type, scopes: own }: Pick<ApiKey, 'type' | 'scopes'>): readonly Scope[] {
  return own ?? scopesOfType[type];
}

/**
 * Returns when a rolled key expires: at the end of the overlap, or at its original expiry time if that's
 * earlier.
 * @param at milliseconds since the epoch
 */
export function endOfRolledKey(
  { expires_at }: Pick<ApiKey, 'expires_at'>,
  overlapSeconds: number,
  at: number,
): string {
  const end = timestamp(at + overlapSeconds * SECOND);
  return expires_at !== undefined && expires_at < end ? expires_at : end;
}

/** Returns true if the key is neither revoked nor expired at this time. */
export function isLive(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  at: number,
): boolean {
  return revoked_at === undefined && (expires_at === undefined || at < Date.parse(expires_at));
}

/**
 * Returns true if the key has the scope `admin` and doesn't expire, so that it can always manage its account.
 * Every account keeps at least one such key.
 */
export function isLastingAdminKey(of: Pick<ApiKey, 'type' | 'scopes' | 'expires_at'>): boolean {
  return scopesOf(of).includes('admin') && of.expires_at === undefined;
}

/** Returns the key's type, or undefined if its format or checksum is wrong. Doesn't access the database. */
export function typeOfKey(key: string): KeyType | undefined {
  return keyTypes.find((type) => hasValidChecksum(key, PREFIXES[type]));
}

/** Returns true if the string starts like a key of either type, but was mistyped or cut off. */
export const isMistypedKey = (key: string): boolean =>
  keyTypes.some((type) => isMistyped(key, PREFIXES[type]));

/** Returns the hash under which a key is stored. */
export const hashOfKey = secretHash;

/**
 * Returns true if the stored time of the last use is at least an hour old. This time is updated at most once
 * an hour.
 */
export function isLastUseStale(lastUsedAt: string | undefined, at: number): boolean {
  return lastUsedAt === undefined || Date.parse(lastUsedAt) <= at - HOUR;
}
