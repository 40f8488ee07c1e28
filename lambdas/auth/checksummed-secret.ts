/**
 * Creates and checks secrets in the format of API keys and access tokens: a prefix for the kind of secret, 32
 * random base-62 characters and a 6-character CRC-32 checksum (docs/specification.md, "Authentication"). With
 * the checksum, mistyped secrets can be rejected without a database read.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../core/random.ts';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const AFTER_PREFIX = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates a secret, which is shown only once. */
export function newSecret(prefix: string, random: RandomBytes): string {
  const start = prefix + randomBase62(random);
  return start + checksumOf(start);
}

/**
 * Returns true if the string has this prefix and a correct checksum. Doesn't access the database. The
 * comparison isn't constant-time, because anyone can compute the checksum.
 */
export function hasValidChecksum(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !AFTER_PREFIX.test(text.slice(prefix.length))) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * Returns true if the string has this prefix but a wrong checksum, because the secret was mistyped or cut
 * off.
 */
export const isMistyped = (text: string, prefix: string): boolean =>
  text.startsWith(prefix) && !hasValidChecksum(text, prefix);

/**
 * Returns the hash under which a secret is stored. A fast hash is enough, because secrets have 190 random
 * bits. Looking up secrets by their hashes prevents timing attacks, because part of a secret reveals nothing
 * about its hash.
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
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

/**
 * Returns 32 random characters. Discards bytes with a value of 248 or above, so that all characters are
 * equally likely.
 */
export function randomBase62(random: RandomBytes): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random(RANDOM_LENGTH)) {
      if (byte < 248 && text.length < RANDOM_LENGTH) text += BASE_62.charAt(byte % 62);
    }
  }
  return text;
}
