/**
 * Creates and compares the entity tags of forms, webhooks and submissions. A tag consists of a version, which
 * is the number of changes by the owner, and a digest of the visible content. Reads compare the whole tag.
 * Updates only compare the version, so that an owner's edit doesn't fail because a counter or an endpoint's
 * health has changed.
 */
import { createHash } from 'node:crypto';
import { PreconditionFailed } from '../errors/errors.ts';
import { namedTags } from './entity-tag.ts';

/**
 * Creates an entity tag.
 * @param version number of changes by the owner; undefined before the first change
 * @param shown all content that can differ between responses with the same version
 */
export function resourceTag(version: number | undefined, shown: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
  return `"${version ?? 0}.${digest}"`;
}

/** Returns the part of a tag that updates compare, formatted as a tag for `If-Match`. */
export const changeTag = (tag: string): string => `${tag.split('.', 1)[0] ?? ''}."`;

/**
 * Rejects a change if the resource has changed since the caller read it. `*` only requires that the resource
 * exists. Weak tags never match (RFC 9110, section 13.1.1), and a malformed header contains no tags.
 * @throws PreconditionFailed
 */
export function assertIfMatch(
  headers: Readonly<Record<string, string | undefined>>,
  version: number | undefined,
): void {
  const field = headers['if-match'];
  if (field === undefined) return;
  const named = namedTags(field) ?? [];
  if (named === '*') return;
  const isCurrent = named.some(
    ({ isWeak, opaque }) => !isWeak && opaque.split('.', 1)[0] === String(version ?? 0),
  );
  if (!isCurrent) throw new PreconditionFailed();
}

/**
 * Returns the version that the stored resource must have when the change is written, or undefined if the
 * caller didn't request this check.
 */
export function expectedVersion(
  headers: Readonly<Record<string, string | undefined>>,
  version: number | undefined,
): { readonly version: number | undefined } | undefined {
  assertIfMatch(headers, version);
  const field = headers['if-match'];
  return field === undefined || field.trim() === '*' ? undefined : { version };
}
