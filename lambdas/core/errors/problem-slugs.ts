/**
 * Defines the slugs of all problem types. A slug is the `code` of a problem document and the last part of its
 * `type`. Slugs never change (docs/specification.md, "Problem documents").
 */
export const problemSlugs = [
  'bad-body',
  'validation-failed',
  'unauthorized',
  'forbidden',
  'account-suspended',
  'not-found',
  'method-not-allowed',
  'conflict',
  'precondition-failed',
  'body-too-large',
  'unsupported-encoding',
  'form-not-found',
  'form-not-live',
  'replies-disabled',
  'invalid-key',
  'origin-not-allowed',
  'webhook-loop',
  'turnstile-failed',
  'challenge-failed',
  'file-too-large',
  'uploads-not-allowed',
  'quota-exceeded',
  'rate-limited',
  'internal-error',
  'unavailable',
] as const;
export type ProblemSlug = (typeof problemSlugs)[number];

export const isProblemSlug = (text: string): text is ProblemSlug =>
  problemSlugs.some((slug) => slug === text);
