/** Parses entity tags and the headers that contain them (RFC 9110, sections 8.8.3 and 13.1). */

interface EntityTag {
  readonly isWeak: boolean;
  /** Text between the quotes. */
  readonly opaque: string;
}

/** Value of `If-Match` or `If-None-Match`: a list of tags, or `*` for any tag. */
type NamedTags = '*' | readonly EntityTag[];

/**
 * Matches a tag and the comma after it. Lists can contain empty elements, and tags can contain commas.
 */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"[ \t]*)?(?:,|$)/y;

/** Parses the tags in a header. Returns undefined if the header is malformed. */
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
 * Returns true if `If-None-Match` contains the tag, using weak comparison (RFC 9110, section 13.1.2). A
 * malformed header matches no tag, so the client gets the full content.
 */
export function namesTag(field: string | undefined, tag: string): boolean {
  if (field === undefined) return false;
  const named = namedTags(field);
  if (named === undefined || named === '*') return named === '*';
  const opaque = tag.replace(/^W\//, '').slice(1, -1);
  return named.some((each) => each.opaque === opaque);
}
