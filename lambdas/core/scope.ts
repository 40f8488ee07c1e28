/** Scopes: what a caller may do. A key has all scopes of its type or some of them; a token has some or all of its key's. */

/**
 * `ingest` posts submissions, `read` shows what is stored, `write` changes forms, submissions and webhooks, `admin`
 * makes, lists and revokes keys (docs/specification.md, "Authentication").
 */
export const scopes = ['ingest', 'read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** These scopes in the order of `scopes`, each once. */
export const sortScopes = (some: readonly Scope[]): Scope[] => scopes.filter((each) => some.includes(each));

/**
 * The scopes that a `scope` parameter asks for (RFC 6749, section 3.3), in the order of `scopes`; all scopes of the key
 * when the parameter is absent or empty.
 * @param possible the scopes of the key
 * @returns undefined when it names an unknown scope or one that the key does not have
 */
export function requestedScopes(
  parameter: string | undefined,
  possible: readonly Scope[],
): readonly Scope[] | undefined {
  const wanted = parameter?.split(' ').filter(Boolean) ?? [];
  if (!wanted.every((each) => possible.some((scope) => scope === each))) return undefined;
  return wanted.length === 0 ? possible : possible.filter((scope) => wanted.includes(scope));
}
