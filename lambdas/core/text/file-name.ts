/** Makes file names from submitters safe to store, list and use in headers. */

const FALLBACK = 'file';
const MAX_BYTES = 255;
/**
 * Maximum length of a file extension, including the dot. Longer extensions aren't kept when a name is
 * truncated.
 */
const MAX_ENDING = 20;
/** Matches control characters and direction marks that make "gpj.exe" look like "exe.jpg". */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Returns the last part of the path without invisible characters, truncated to 255 bytes of UTF-8. Returns
 * "file" if nothing is left.
 */
export function safeFileName(posted: string): string {
  const last = posted.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(INVISIBLE, '').trim();
  return name === '' || name === '.' || name === '..' ? FALLBACK : shortened(name);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING ? name.slice(dot) : '';
  let stem = '';
  let room = MAX_BYTES - Buffer.byteLength(ending);
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem.trimEnd() + ending;
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
export const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

/**
 * Returns the media type in lowercase, without parameters. If the type is invalid, returns
 * `application/octet-stream`.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) ? type : UNKNOWN_MEDIA_TYPE;
}
