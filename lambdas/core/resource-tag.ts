/**
 * The tag of a form, webhook or submission: the number of the changes that its owner made, and a digest of what is
 * shown. A read is compared by the whole tag. A change is compared by the number alone, as it can overwrite nothing else:
 * an owner's edit must not fail because a counter or the health of an endpoint has moved meanwhile.
 */
import { createHash } from 'node:crypto';
import { PreconditionFailed } from './errors.ts';
import { namedTags } from './entity-tag.ts';

/**
 * @param version counts the changes of the owner; absent before the first
 * @param shown everything by which two responses with the same version may differ
 */
export function resourceTag(version: number | undefined, shown: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
  return `"${version ?? 0}.${digest}"`;
}

/** The part of a tag by which changes are compared, as a tag that `If-Match` may name. */
export const changeTag = (tag: string): string => `${tag.split('.', 1)[0] ?? ''}."`;

/**
 * Refuses a change of something that is not as the caller knows it. `*` only asks that it exists. A weak tag never
 * matches (RFC 9110, section 13.1.1), and a field that is malformed names no tag.
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

/** The version that a write of a change must still find, when the caller asked for that. */
export function expectedVersion(
  headers: Readonly<Record<string, string | undefined>>,
  version: number | undefined,
): { readonly version: number | undefined } | undefined {
  assertIfMatch(headers, version);
  const field = headers['if-match'];
  return field === undefined || field.trim() === '*' ? undefined : { version };
}
