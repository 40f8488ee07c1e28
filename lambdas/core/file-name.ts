/** Names of files as their senders gave them, made safe to store, to list and to write into a header. */

const FALLBACK = 'file';
const MAX_BYTES = 255;
/** Longest ending, dot included, that is kept when a name is cut. */
const MAX_ENDING = 20;
/** Control characters, and those that make "gpj.exe" look like "exe.jpg". */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The last part of the path, without what cannot be seen, at most 255 bytes of UTF-8; "file" when nothing is left. */
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

/** The media type alone, in lower case; that of unknown bytes when it is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) ? type : UNKNOWN_MEDIA_TYPE;
}
