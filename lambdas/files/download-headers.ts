/** Headers of a file that a stranger sent: it is downloaded, never shown as a page. */
import { UNKNOWN_MEDIA_TYPE } from '../core/file-name.ts';

/** `Content-Disposition` for a download of this name (RFC 6266), also for clients that know ASCII only. */
export function downloadDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // What encodeURIComponent leaves as it is and RFC 5987 does not.
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
 * The type that a download is sent with. S3 cannot say `nosniff`, so what a browser might run when it is shown (HTML,
 * SVG and other XML, scripts, anything unknown) is sent as mere bytes.
 */
export function downloadType(mediaType: string): string {
  const isInert = INERT.some((pattern) => pattern.test(mediaType)) && !/[+/]xml$/.test(mediaType);
  return isInert ? mediaType : UNKNOWN_MEDIA_TYPE;
}
