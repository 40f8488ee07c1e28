/** Defines the error for a release that can't be made. */
export class ReleaseError extends Error {
  override name = 'ReleaseError' as const;
}
