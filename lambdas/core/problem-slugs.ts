/** The trailing parts of every problem `type`; stable (specification, "Problem document"). */
export const problemSlugs = [
  'bad-body',
  'validation-failed',
  'unauthorized',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'conflict',
  'body-too-large',
  'form-not-found',
  'form-not-live',
  'invalid-key',
  'origin-not-allowed',
  'turnstile-failed',
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
