/** What a caller may do, as OAuth 2.0 scopes. A key has the scopes of its type; a token has some of its key's. */
import type { KeyType } from './api-key.ts';

export const scopes = ['ingest', 'read', 'write'] as const;
export type Scope = (typeof scopes)[number];

const SCOPES_OF_KEYS: Record<KeyType, readonly Scope[]> = {
  // "A submission key cannot read data or change configuration" (specification, "Authentication").
  submission: ['ingest'],
  management: scopes,
};

/** Everything that a key of this type may do. */
export function scopesOf(type: KeyType): readonly Scope[] {
  return SCOPES_OF_KEYS[type];
}

/**
 * The scopes that a `scope` parameter asks for (RFC 6749, section 3.3), in our order; all that the key may when
 * it asks for none in particular.
 * @returns undefined when it names something unknown or more than the key may
 */
export function requestedScopes(parameter: string | undefined, type: KeyType): readonly Scope[] | undefined {
  const wanted = parameter?.split(' ').filter(Boolean) ?? [];
  const possible = scopesOf(type);
  if (!wanted.every((each) => possible.some((scope) => scope === each))) return undefined;
  return wanted.length === 0 ? possible : possible.filter((scope) => wanted.includes(scope));
}
