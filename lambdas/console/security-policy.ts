/** What the console's page may load and do: everything comes from the service, and nothing is written into the page as code. */

/**
 * The style that React Aria adds while a dialog is open on iOS, to keep the page behind it from scrolling. A test holds it
 * against the hash of what the installed version writes.
 */
export const IOS_DIALOG_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/** Where browsers get files from, once the service has redirected them. */
export interface FileOrigins {
  readonly attachments: string;
  readonly exports: string;
}

export function securityPolicy({ attachments, exports }: FileOrigins): string {
  const origins = [...new Set([attachments, exports])].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${IOS_DIALOG_STYLE}`,
    `img-src 'self' data: ${attachments}`,
    `connect-src 'self' ${origins}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // HTML that one pastes is parsed into a document without a window, to read which fields it has.
    'trusted-types pasted-page',
  ].join('; ');
}

/** Headers of the page beyond its policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
