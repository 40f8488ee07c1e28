/**
 * API keys: `svc_sub_` or `svc_mgmt_` (specification, "API key"). Stored are a hash and a prefix only; the
 * full key is shown once.
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
  /** Within an hour of the last use; absent when never used. */
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
  /** The account's secret that signs list cursors; the same in all keys of an account. */
  cursor_key: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Body of `POST /v1/api-keys`. */
export const apiKeyInput = z.strictObject({
  type: z.enum(keyTypes),
  name: z.string().trim().min(1).max(200),
});
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** A key as lists show it: never the key itself. */
export const apiKeyView = z.object({
  id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  /** The key's first 16 characters. */
  prefix: z.string(),
  created_at: z.string(),
  /** Within an hour of the last use. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The answer to minting: the only one that holds the full key. */
export const apiKeyViewWithKey = apiKeyView.extend({ key: z.string() });

/** Makes a key of an account: the full key, to be shown once, and what is stored of it. */
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

/** The key's type when its form and checksum are right, otherwise undefined. Costs no read. */
export function typeOfKey(key: string): KeyType | undefined {
  return keyTypes.find((type) => hasValidChecksum(key, PREFIXES[type]));
}

/** Under which a key is stored and looked up. */
export const hashOfKey = secretHash;

/** Whether a use at this time is to be noted: once an hour is enough to tell a living key from a forgotten one. */
export function isLastUseStale(lastUsedAt: string | undefined, at: number): boolean {
  return lastUsedAt === undefined || Date.parse(lastUsedAt) <= at - HOUR;
}
