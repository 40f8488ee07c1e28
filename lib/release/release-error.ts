/** Defines the error that is thrown when a release can't be created. */
export class ReleaseError extends Error {
  override name = 'ReleaseError' as const;
}
