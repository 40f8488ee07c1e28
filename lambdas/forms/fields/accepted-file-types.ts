/**
 * Parses the file types that a field accepts, in the syntax of HTML's `accept` attribute (HTML standard,
 * "File Upload state").
 */

const ENDING = /^\.[\p{L}\p{N}][\p{L}\p{N}._+-]*$/u;
const MEDIA_TYPE = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/;

/**
 * Parses the file extensions and media types and converts them to lowercase. Returns undefined if the text
 * contains anything else.
 */
export function acceptedFileTypes(accept: string): string[] | undefined {
  const types = accept.split(',').map((type) => type.trim().toLowerCase());
  return types.every((type) => ENDING.test(type) || MEDIA_TYPE.test(type)) ? types : undefined;
}

/** Returns true if a file's type is accepted, based on its extension or the media type sent with it. */
export function isAccepted(
  accept: string,
  { name, content_type }: { name: string; content_type: string },
): boolean {
  const [type = ''] = content_type.toLowerCase().split(';');
  return (acceptedFileTypes(accept) ?? []).some((accepted) => {
    if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted);
    return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type.trim() === accepted;
  });
}
