/**
 * API keys: `svc_sub_` or `svc_mgmt_`, 32 base-62 characters of randomness and 6 of CRC-32 checksum
 * (DESIGN section 3), so that a mistyped key is refused without a read. Stored are a hash and a prefix only.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { RandomBytes } from './random.ts';

export const keyTypes = ['submission', 'management'] as const;
export type KeyType = (typeof keyTypes)[number];

const PREFIXES: Record<KeyType, string> = { submission: 'svc_sub_', management: 'svc_mgmt_' };
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 16;
const SHAPE = new RegExp(`^svc_(sub|mgmt)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key as it is stored. */
export const apiKey = z.object({
  key_hash: z.string(),
  key_id: z.string(),
  account_id: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  revoked_at: z.string().optional(),
  /** The account's secret that signs list cursors; the same in all keys of an account. */
  cursor_key: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Makes the full key, to be shown once. */
export function newKey(type: KeyType, random: RandomBytes): string {
  const start = PREFIXES[type] + randomBase62(random);
  return start + checksumOf(start);
}

/** The key's type when its form and checksum are right, otherwise undefined. Costs no read. */
export function typeOfKey(key: string): KeyType | undefined {
  if (!SHAPE.test(key)) return undefined;
  const start = key.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(start) !== key.slice(-CHECKSUM_LENGTH)) return undefined;
  return key.startsWith(PREFIXES.submission) ? 'submission' : 'management';
}

/**
 * Under which a key is stored and looked up. A lookup by a hash of 190 random bits gives an attacker no
 * timing to learn from: guessing part of a key tells nothing about its hash.
 */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** What lists may show of a key: its first 16 characters. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

function checksumOf(start: string): string {
  let rest = crc32(start);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = BASE_62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Bytes of 248 and above are thrown away, so that every character is equally likely. */
function randomBase62(random: RandomBytes): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random(RANDOM_LENGTH)) {
      if (byte < 248 && text.length < RANDOM_LENGTH) text += BASE_62.charAt(byte % 62);
    }
  }
  return text;
}
