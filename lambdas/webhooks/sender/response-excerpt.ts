/** Creates an excerpt of a receiver's response for the delivery log, without secrets. */

/** Maximum size of a response excerpt in the delivery log, in bytes of UTF-8. */
export const EXCERPT_BYTES = 1024;

const TEXT_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity']);
const NAMED_ENCODINGS: ReadonlySet<string> = new Set(['gzip', 'br', 'deflate', 'zstd', 'compress']);

/**
 * Matches control characters and characters that reorder the surrounding text or break lines (Unicode TR 36,
 * section 2.5, bidirectional spoofing). Consoles and terminals show the excerpt, so these characters are
 * replaced.
 */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu;

/** Replacement for secrets that the endpoint echoed. */
const REDACTED = '[redacted]';

/** Matches all of this service's secrets and keys, even if they are encoded for JSON, HTML or URLs. */
const LOOKS_SECRET =
  /whsec_(?:[A-Za-z0-9+/=_-]|\\\/|\\u00(?:2B|2F|3D)|&#x?\w\w;|%2[BF]|%3D)*|svc_(?:sub|mgmt)_[A-Za-z0-9]*/gi;

/**
 * Returns the beginning of a response as text for the delivery log: UTF-8 with invalid bytes replaced,
 * truncated to 1 KB without splitting a character. For a compressed body, returns only the encoding and the
 * size. Returns null if the body is empty.
 *
 * @param bytes the part of the body that was read
 * @param contentEncoding the header's value, or empty if absent
 * @param secrets values that the endpoint may echo and that must not be logged
 */
export function responseExcerpt(
  bytes: Uint8Array,
  contentEncoding: string,
  secrets: readonly string[] = [],
): string | null {
  if (bytes.length === 0) return null;
  const encoding = contentEncoding.trim().toLowerCase();
  if (!TEXT_ENCODINGS.has(encoding)) {
    return `[${NAMED_ENCODINGS.has(encoding) ? encoding : 'encoded'}, ${bytes.length} bytes read]`;
  }

  // Redact before truncating because truncation might leave half of a secret.
  const decoded = withoutSecrets(new TextDecoder().decode(bytes), secrets);
  return firstBytes(decoded.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\uFFFD'), EXCERPT_BYTES);
}

/** Redacts secrets, with or without their prefix, because endpoints may decode and print them. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => secret.replace(/^whsec_/, ''))
    .filter((bare) => bare !== '')
    .flatMap((bare) => [
      bare,
      bare.replaceAll('/', '\\/'),
      bare.replaceAll('+', '\\u002B'),
      JSON.stringify(bare).slice(1, -1),
      encodeURIComponent(bare),
    ])
    .reduce((sofar, secret) => sofar.replaceAll(secret, REDACTED), text.replace(LOOKS_SECRET, REDACTED));
}

/** Truncates the text to this many bytes, without splitting a character. */
function firstBytes(text: string, limit: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
