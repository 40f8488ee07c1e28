/**
 * Recognizes field values that are file names. A form without `enctype="multipart/form-data"` sends a file's
 * name instead of its content. Without this check, the form's owner might notice the mistake much later.
 */
import type { Payload } from '../../core/payload.ts';

/**
 * File extensions of files that visitors attach to forms. Extensions that are also common top-level domains,
 * such as `.com` and `.ai`, are left out.
 */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'pages', 'xls', 'xlsx', 'ods', 'csv', 'ppt', 'pptx', 'odp'],
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'bmp', 'tif', 'tiff', 'svg', 'avif', 'psd', 'eps'],
  ...['mp3', 'm4a', 'wav', 'ogg', 'mp4', 'mov', 'avi', 'webm', 'mkv', 'zip', '7z', 'rar', 'gz', 'tar'],
  ...['eml', 'msg', 'vcf', 'ics', 'epub', 'json', 'xml', 'dwg', 'dxf', 'stl'],
]);
const MAX_NAME_LENGTH = 255;
/**
 * Maximum number of words in a file name. A value with more words is treated as a sentence that mentions a
 * file.
 */
const MAX_WORDS = 6;
/** Matches characters that don't occur in file names. Values that contain them are URLs or paths. */
const NOT_IN_NAMES = /[\p{Cc}/\\:@?*<>|"]/u;
/** Matches the path that browsers put before the file name if a script reads a file field's value. */
const FAKE_PATH = /^C:\\fakepath\\/i;

/** Maximum number of field names to return, which limits the submission's size. */
const MAX_FIELDS = 10;
const MAX_FIELD_LENGTH = 200;

/** Returns the names of the first fields that contain only a file name. */
export function fieldsWithFileNames(payload: Payload): string[] {
  return Array.from(payload)
    .filter(([field, value]) => field.length <= MAX_FIELD_LENGTH && valuesOf(value).every(isFileName))
    .map(([field]) => field)
    .slice(0, MAX_FIELDS);
}

function isFileName(value: string): boolean {
  const name = value.trim().replace(FAKE_PATH, '');
  const dot = name.lastIndexOf('.');
  return (
    dot > 0 &&
    name.length <= MAX_NAME_LENGTH &&
    ENDINGS.has(name.slice(dot + 1).toLowerCase()) &&
    !NOT_IN_NAMES.test(name) &&
    name.split(/\s+/).length <= MAX_WORDS
  );
}

/** Returns the values of a field that was submitted several times, which is stored as a JSON list. */
function valuesOf(value: string): string[] {
  if (!value.startsWith('["') || value.length > MAX_FIELDS * MAX_NAME_LENGTH) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : [value];
  } catch {
    return [value];
  }
}
