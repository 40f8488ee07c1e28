/** Scopes: what a caller may do. A key has the scopes of its type; a token has some or all scopes of its key. */
import type { KeyType } from './api-key.ts';

export const scopes = ['ingest', 'read', 'write'] as const;
export type Scope = (typeof scopes)[number];

const SCOPES_OF_KEYS: Record<KeyType, readonly Scope[]> = {
  // A submission key can neither read data nor change settings (docs/specification.md, "Authentication").
  submission: ['ingest'],
  management: scopes,
};

/** All scopes of a key of this type. */
export function scopesOf(type: KeyType): readonly Scope[] {
  return SCOPES_OF_KEYS[type];
}

/**
 * The scopes that a `scope` parameter asks for (RFC 6749, section 3.3), in the order of `scopes`; all scopes of the key
 * when the parameter is absent or empty.
 * @returns undefined when it names an unknown scope or one that the key does not have
 */
export function requestedScopes(parameter: string | undefined, type: KeyType): readonly Scope[] | undefined {
  const wanted = parameter?.split(' ').filter(Boolean) ?? [];
  const possible = scopesOf(type);
  if (!wanted.every((each) => possible.some((scope) => scope === each))) return undefined;
  return wanted.length === 0 ? possible : possible.filter((scope) => wanted.includes(scope));
}
