/** Extracts the part of a receiver's response that the delivery log keeps, without secrets. */

/** Maximum size of a response excerpt in the delivery log, in bytes of UTF-8. */
export const EXCERPT_BYTES = 1024;

const TEXT_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity']);
const NAMED_ENCODINGS: ReadonlySet<string> = new Set(['gzip', 'br', 'deflate', 'zstd', 'compress']);

/**
 * Control characters, and characters that reorder the text around them or break lines (Unicode TR 36 section
 * 2.5, bidirectional spoofing). The excerpt is shown in consoles and terminals.
 */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu;

/** Replaces a secret that the endpoint echoed. */
const REDACTED = '[redacted]';

/** Matches all secrets and keys of this service, also as encoded in JSON, HTML and URLs. */
const LOOKS_SECRET =
  /whsec_(?:[A-Za-z0-9+/=_-]|\\\/|\\u00(?:2B|2F|3D)|&#x?\w\w;|%2[BF]|%3D)*|svc_(?:sub|mgmt)_[A-Za-z0-9]*/gi;

/**
 * Returns the beginning of a response as text for the delivery log: UTF-8 with invalid bytes replaced, cut
 * between characters, at most 1 KB. For a compressed body, only the encoding and the size are given. Null if
 * the body is empty.
 *
 * @param bytes the part of the body that was read
 * @param contentEncoding the header's value, empty when absent
 * @param secrets that the endpoint may echo and the log must not keep
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

  // Redact before cutting, because the cut might leave half of a secret.
  const decoded = withoutSecrets(new TextDecoder().decode(bytes), secrets);
  return firstBytes(decoded.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\uFFFD'), EXCERPT_BYTES);
}

/** Also removes secrets without their prefix, which endpoints may print after decoding them. */
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

/** Returns the first bytes of the text, cut between characters. */
function firstBytes(text: string, limit: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
