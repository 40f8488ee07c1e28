/**
 * Rejects public suffixes in a form's `allowed_origins`. Anyone can have a website under `co.uk` or
 * `github.io`, so an entry with one of these domains would allow strangers to submit the form. The list of
 * suffixes is from publicsuffix.org and includes its private section. The list is large, so only the
 * functions that store forms load it.
 */
import { parse } from 'tldts';
import { ValidationFailed } from '../core/errors/errors.ts';
import { hostOfEntry } from './origin-match.ts';

/**
 * Checks that no allowed origin is a public suffix.
 * @throws ValidationFailed naming each entry that is a public suffix, or that matches all domains below one
 */
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
