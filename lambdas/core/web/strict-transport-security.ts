/** Defines the header that makes browsers use only HTTPS for a host (RFC 6797). */

/** How long browsers use only HTTPS for this host, in seconds: one year (RFC 6797). */
const HSTS_SECONDS = 31_536_000;

/** Returns the value of `Strict-Transport-Security`. By default, the header applies to this host only. */
export function strictTransportSecurity({
  includeSubDomains = false,
  preload = false,
}: {
  readonly includeSubDomains?: boolean;
  readonly preload?: boolean;
}): string {
  return [
    `max-age=${HSTS_SECONDS}`,
    ...(includeSubDomains ? ['includeSubDomains'] : []),
    ...(preload ? ['preload'] : []),
  ].join('; ');
}
