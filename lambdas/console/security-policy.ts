/** What the console's page may load and do: everything comes from the service, and nothing is written into the page as code. */

/**
 * The style that React Aria adds while a dialog is open on iOS, to keep the page behind it from scrolling. A test holds it
 * against the hash of what the installed version writes.
 */
export const IOS_DIALOG_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/** @param filesOrigin where attachments are sent from, after the redirect of the service */
export function securityPolicy(filesOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${IOS_DIALOG_STYLE}`,
    `img-src 'self' data: ${filesOrigin}`,
    `connect-src 'self' ${filesOrigin}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Headers of the page beyond its policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
