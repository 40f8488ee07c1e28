/** A form's `allowed_origins`: which websites may post to it. */
import { OriginNotAllowed } from '../core/errors.ts';
import { matchesOrigin } from '../forms/origin-match.ts';
import type { IngestForm } from '../forms/form.ts';

/**
 * Refuses posts from the pages of other websites. It relies on browsers: each sends `Origin` with a cross-origin
 * POST, and no page can choose it. A program can name any origin, so refusing requests without one would stop
 * honest programs only; they pass.
 *
 * `Origin: null` (a sandboxed frame, a file, a page without referrer) is an origin, and never an allowed one.
 * @throws OriginNotAllowed
 */
export function assertOriginAllowed(
  { allowed_origins }: Pick<IngestForm, 'allowed_origins'>,
  origin: string | undefined,
): void {
  if (allowed_origins.length === 0 || origin === undefined) return;
  if (!allowed_origins.some((entry) => matchesOrigin(entry, origin))) throw new OriginNotAllowed(origin);
}
