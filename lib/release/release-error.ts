/** Reports why a release can't be made. */
export class ReleaseError extends Error {
  override name = 'ReleaseError' as const;
}
