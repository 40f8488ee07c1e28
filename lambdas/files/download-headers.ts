/** Builds response headers for untrusted files, so that they are downloaded and never shown as a page. */
import { UNKNOWN_MEDIA_TYPE } from '../core/text/file-name.ts';

/**
 * Returns the `Content-Disposition` header for a download with this file name (RFC 6266), with a fallback for
 * clients that only support ASCII.
 */
export function downloadDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // Escape characters that `encodeURIComponent` doesn't escape but RFC 5987 doesn't allow.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const INERT = [
  /^(?:image|audio|video|font)\/[^/]+$/,
  /^text\/(?:plain|csv)$/,
  /^application\/(?:pdf|zip|gzip|json|rtf|msword|vnd\.[^/]+)$/,
];

/**
 * Returns the media type for a download. S3 can't send `nosniff`, so any type that a browser might execute
 * (HTML, SVG and other XML, scripts, unknown types) is sent as plain bytes.
 */
export function downloadType(mediaType: string): string {
  const isInert = INERT.some((pattern) => pattern.test(mediaType)) && !/[+/]xml$/.test(mediaType);
  return isInert ? mediaType : UNKNOWN_MEDIA_TYPE;
}
