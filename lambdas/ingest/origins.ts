/** A form's `allowed_origins`: which websites may post to it. */
import { OriginNotAllowed } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';

/**
 * Refuses posts from the pages of other websites. Browsers keep this rule for us: every one of them sends
 * `Origin` with a cross-origin POST and lets no page choose it. A program could name any origin, so refusing
 * those that name none would stop nobody but honest ones; they pass.
 *
 * `Origin: null` (a sandboxed frame, a file, a page that hides itself) is an origin, and never a listed one.
 * @throws OriginNotAllowed
 */
export function assertOriginAllowed(
  { allowed_origins }: Pick<IngestForm, 'allowed_origins'>,
  origin: string | undefined,
): void {
  if (allowed_origins.length === 0 || origin === undefined) return;
  if (!allowed_origins.includes(origin)) throw new OriginNotAllowed(origin);
}
