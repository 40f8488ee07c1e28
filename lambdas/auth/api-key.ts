/**
 * API keys, of submission (`svc_sub_`) and management (`svc_mgmt_`): how they are made, stored and shown
 * (docs/specification.md, "Authentication"). Only a hash and a prefix are stored; the full key is shown once.
 */
import * as z from 'zod';
import { secretHash, hasValidChecksum, newSecret } from './checksummed-secret.ts';
import { HOUR, timestamp } from '../core/clock.ts';
import { newKeyId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';

export const keyTypes = ['submission', 'management'] as const;
export type KeyType = (typeof keyTypes)[number];

const PREFIXES: Record<KeyType, string> = { submission: 'svc_sub_', management: 'svc_mgmt_' };
const SHOWN_LENGTH = 16;

/** A key as it is stored. */
export const apiKey = z.object({
  key_hash: z.string(),
  key_id: z.string(),
  account_id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  /** Time of the last use, to the hour; absent when never used. */
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
  /** Copy of the account's secret that signs the cursors of its lists. */
  cursor_key: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Body of `POST /v1/api-keys`. */
export const apiKeyInput = z.strictObject({
  type: z.enum(keyTypes),
  name: z.string().trim().min(1).max(200),
});
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** A key as lists show it, without the key itself. */
export const apiKeyView = z.object({
  id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  /** The first 16 characters of the key. */
  prefix: z.string(),
  created_at: z.string(),
  /** Time of the last use, to the hour. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The response to minting, the only one that holds the full key. */
export const apiKeyViewWithKey = apiKeyView.extend({ key: z.string() });

/**
 * Makes a key of an account.
 * @returns the full key, which is shown only once, and what is stored of it
 */
export function newApiKey(
  account: { account_id: string; cursor_key: string },
  { type, name }: ApiKeyInput,
  at: number,
  random: RandomBytes,
): { key: string; stored: ApiKey } {
  const key = newSecret(PREFIXES[type], random);
  const stored: ApiKey = {
    key_hash: hashOfKey(key),
    key_id: newKeyId(at, random),
    account_id: account.account_id,
    type,
    name,
    prefix: key.slice(0, SHOWN_LENGTH),
    created_at: timestamp(at),
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
    prefix: of.prefix,
    created_at: of.created_at,
    last_used_at: of.last_used_at ?? null,
    revoked_at: of.revoked_at ?? null,
  };
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
