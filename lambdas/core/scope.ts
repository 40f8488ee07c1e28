/**
 * Defines scopes, the permissions of a caller. A key has some or all of the scopes that its type allows. A
 * token has some or all of its key's scopes.
 */

/**
 * `ingest` creates submissions, `read` reads stored data, `write` changes forms, submissions and webhooks,
 * and `admin` creates, lists and revokes keys (docs/specification.md, "Authentication").
 */
export const scopes = ['ingest', 'read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Sorts scopes in the order of `scopes` and removes duplicates. */
export const sortScopes = (some: readonly Scope[]): Scope[] => scopes.filter((each) => some.includes(each));

/**
 * Returns the scopes requested by a `scope` parameter (RFC 6749, section 3.3), in the order of `scopes`.
 * Returns all possible scopes if the parameter is absent or empty.
 * @param possible the key's scopes
 * @returns undefined if the parameter contains an unknown scope or one that the key doesn't have
 */
export function requestedScopes(
  parameter: string | undefined,
  possible: readonly Scope[],
): readonly Scope[] | undefined {
  const wanted = parameter?.split(' ').filter(Boolean) ?? [];
  if (!wanted.every((each) => possible.some((scope) => scope === each))) return undefined;
  return wanted.length === 0 ? possible : possible.filter((scope) => wanted.includes(scope));
}
