/**
 * Defines the console page's content security policy: all files come from the service, and inline code isn't
 * allowed.
 */

/**
 * Hash of the style that React Aria adds on iOS to keep the page from scrolling behind an open dialog. A test
 * checks that it matches the installed version.
 */
export const IOS_DIALOG_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/** Origins that the service redirects browsers to for file downloads. */
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
    // The console shows previews of pages and e-mails in frames.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // To import fields, the console parses pasted HTML in a separate document.
    'trusted-types pasted-page',
  ].join('; ');
}

/** The page's headers, except for the content security policy. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
