/** Checks requests against a form's `allowed_origins`, the websites that may submit the form. */
import { OriginNotAllowed } from '../core/errors/errors.ts';
import { matchesOrigin } from '../forms/origin-match.ts';
import type { IngestForm } from '../forms/form.ts';

/**
 * Rejects requests from other websites' pages. Browsers send `Origin` with every cross-origin POST and don't
 * let pages choose its value. Other programs can claim any origin, so rejecting requests without an origin
 * would only stop honest programs. Requests without `Origin` are therefore allowed.
 *
 * `Origin: null` (a sandboxed frame, a file, a page without a referrer) counts as an origin, and is never
 * allowed.
 * @param ownOrigin origin of this service if the form has a hosted page, which may always submit the form
 * @throws OriginNotAllowed
 */
export function assertOriginAllowed(
  { allowed_origins }: Pick<IngestForm, 'allowed_origins'>,
  origin: string | undefined,
  ownOrigin?: string,
): void {
  if (allowed_origins.length === 0 || origin === undefined) return;
  if (origin === ownOrigin) return;
  if (!allowed_origins.some((entry) => matchesOrigin(entry, origin))) throw new OriginNotAllowed(origin);
}
