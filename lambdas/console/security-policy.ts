/**
 * Content security policy of the console's page: everything comes from the service, and no code is written
 * into the page.
 */

/**
 * Style that React Aria adds while a dialog is open on iOS, to keep the page behind it from scrolling. A test
 * compares it with the hash of the installed version's style.
 */
export const IOS_DIALOG_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/** Origins that browsers load files from after a redirect by the service. */
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
    // Pasted HTML is parsed into a document without a window, to read its fields.
    'trusted-types pasted-page',
  ].join('; ');
}

/** Headers of the page in addition to its policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
