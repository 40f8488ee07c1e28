/**
 * The format of API keys and access tokens: a prefix for their kind, 32 random base-62 characters and a
 * 6-character CRC-32 checksum (docs/specification.md, "Authentication"). A mistyped one is refused without a
 * read.
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
 * Whether the text has the form of a secret of this kind and a correct checksum. Needs no read. The
 * comparison needn't take constant time, because anyone can compute the checksum.
 */
export function hasValidChecksum(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !AFTER_PREFIX.test(text.slice(prefix.length))) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * Returns the hash under which a secret is stored and looked up. A fast hash is enough for 190 random bits. A
 * lookup by hash leaks no timing, because part of a secret reveals nothing about its hash.
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

/** Returns 32 characters. Bytes of 248 and above are discarded, so that every character is equally likely. */
export function randomBase62(random: RandomBytes): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random(RANDOM_LENGTH)) {
      if (byte < 248 && text.length < RANDOM_LENGTH) text += BASE_62.charAt(byte % 62);
    }
  }
  return text;
}
