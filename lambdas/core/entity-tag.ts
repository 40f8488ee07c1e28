/** Entity tags and the header fields that name them (RFC 9110, sections 8.8.3 and 13.1). */

interface EntityTag {
  readonly isWeak: boolean;
  /** What is between the quotes. */
  readonly opaque: string;
}

/** What `If-Match` or `If-None-Match` names: some tags, or whatever there is. */
type NamedTags = '*' | readonly EntityTag[];

/** One tag with the comma after it; a list may have empty elements, and a tag may hold commas. */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"[ \t]*)?(?:,|$)/y;

/** The tags of a header field; undefined when it is malformed. */
export function namedTags(field: string): NamedTags | undefined {
  if (field.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < field.length) {
    const element = ELEMENT.exec(field);
    if (!element) return undefined;
    const [, weak, opaque] = element;
    if (opaque !== undefined) tags.push({ isWeak: weak !== undefined, opaque });
  }
  return tags.length > 0 ? tags : undefined;
}

/**
 * Whether `If-None-Match` names the tag, compared weakly (RFC 9110, section 13.1.2). One that is malformed names none:
 * the client then gets the content, which is always right.
 */
export function namesTag(field: string | undefined, tag: string): boolean {
  if (field === undefined) return false;
  const named = namedTags(field);
  if (named === undefined || named === '*') return named === '*';
  const opaque = tag.replace(/^W\//, '').slice(1, -1);
  return named.some((each) => each.opaque === opaque);
}
