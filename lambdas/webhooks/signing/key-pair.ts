/**
 * Defines how webhooks are signed and creates their Ed25519 key pairs in the format of Standard Webhooks:
 * `whsk_` and `whpk_` followed by base64.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';

const signingMethods = ['hmac', 'hmac+ed25519'] as const;
export type SigningMethod = (typeof signingMethods)[number];

/** The `signing` setting in requests and responses. */
export const signing = z
  .enum(signingMethods)
  .describe(
    'How requests are signed. With `hmac+ed25519`, `webhook-signature` also contains `v1a` signatures, which receivers verify with `public_key`.',
  );

/** Stored attributes that aren't secret. */
export const publicKeyAttributes = {
  /** Defaults to `hmac`. */
  signing: z.enum(signingMethods).optional(),
  /** Public key for `v1a` signatures. Kept if `signing` changes back to `hmac`. */
  public_key: z.string().optional(),
  previous_public_key: z.string().optional(),
  /** Expiry time of the previous secret and the previous key. */
  previous_until: z.string().optional(),
};

/** Stored attributes that only functions that sign requests may read. */
export const privateKeyAttributes = {
  /** Private keys for `v1a` signatures, rotated together with the secrets. */
  private_key: z.string().optional(),
  previous_private_key: z.string().optional(),
  older_private_key: z.string().optional(),
};

type PublicKeyed = z.infer<z.ZodObject<typeof publicKeyAttributes>>;
type PrivateKeyed = z.infer<z.ZodObject<typeof privateKeyAttributes>>;

/** Properties of a webhook in responses. */
export const publicKeyMembers = {
  public_key: z
    .string()
    .nullable()
    .describe(
      'Public key for `v1a` signatures: `whpk_` and the 32 bytes of the Ed25519 key in base64. Null with `signing: "hmac"`.',
    )
    .meta({ readOnly: true }),
  previous_public_key: z
    .string()
    .nullable()
    .describe('Public key before the last rotation, while it is still valid. Null otherwise.')
    .meta({ readOnly: true }),
  previous_until: z
    .string()
    .nullable()
    .describe('Time until which `previous_public_key` is valid. Null if there is none.')
    .meta({ readOnly: true }),
};

export interface KeyPair {
  readonly private_key: string;
  readonly public_key: string;
}

/** Start of a PKCS #8 Ed25519 key. The 32 bytes of the private key follow (RFC 8410, section 7). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Number of bytes in a private or public key. */
const KEY_BYTES = 32;

/** Creates a key pair from 32 random bytes. */
export function newKeyPair(random: RandomBytes): KeyPair {
  const private_key = `whsk_${Buffer.from(random(KEY_BYTES)).toString('base64')}`;
  const spki = createPublicKey(signingKeyOf(private_key)).export({ format: 'der', type: 'spki' });
  return { private_key, public_key: `whpk_${spki.subarray(-KEY_BYTES).toString('base64')}` };
}

/** Converts a stored private key to a key object for signing. */
export function signingKeyOf(privateKey: string): KeyObject {
  const bytes = Buffer.from(privateKey.slice('whsk_'.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, bytes]), format: 'der', type: 'pkcs8' });
}

/**
 * Returns all valid private keys, starting with the current one. The list is empty if `signing` is `hmac`.
 */
export function livePrivateKeys(
  of: PublicKeyed & PrivateKeyed & { readonly older_until?: string | undefined },
  now: number,
): string[] {
  if (of.signing !== 'hmac+ed25519') return [];
  const isLive = (until: string | undefined): boolean => until !== undefined && until > timestamp(now);
  const { private_key = '', previous_private_key = '', older_private_key = '' } = of;
  return [
    private_key,
    ...(isLive(of.previous_until) ? [previous_private_key] : []),
    ...(isLive(of.older_until) ? [older_private_key] : []),
  ].filter((key) => key !== '');
}

/** Returns the public properties of a webhook's keys. */
export function publicKeysOf(
  { signing, public_key, previous_public_key, previous_until = '' }: PublicKeyed,
  now: number,
): Record<keyof typeof publicKeyMembers, string | null> {
  if (signing !== 'hmac+ed25519')
    return { public_key: null, previous_public_key: null, previous_until: null };
  const isLive = (previous_public_key ?? '') !== '' && previous_until > timestamp(now);
  return {
    public_key: public_key ?? null,
    previous_public_key: isLive ? (previous_public_key ?? null) : null,
    previous_until: isLive ? previous_until : null,
  };
}
