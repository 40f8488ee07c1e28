/**
 * Refuses public suffixes as origins of a form. Under `co.uk` or `github.io` anybody can have a website, so such
 * an entry of `allowed_origins` would let strangers in. The list comes from publicsuffix.org, with its private
 * section. It is large, so only the functions that store forms load it.
 */
import { parse } from 'tldts';
import { ValidationFailed } from '../core/errors.ts';
import { hostOfEntry } from './origin-match.ts';

/** @throws ValidationFailed naming each entry that is a public suffix, or stands for all domains below one */
export function assertNoPublicSuffix(allowedOrigins: readonly string[]): void {
  const errors = allowedOrigins.flatMap((entry, index) =>
    isPublicSuffix(hostOfEntry(entry) ?? '')
      ? [
          {
            path: `allowed_origins.${index}`,
            message:
              'must not be a public suffix such as co.uk or github.io, under which anyone can have a website. Use your own domain, for example https://*.example.com',
          },
        ]
      : [],
  );
  if (errors.length > 0) throw new ValidationFailed(errors);
}

function isPublicSuffix(host: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return publicSuffix === host && (isIcann === true || isPrivate === true);
}
