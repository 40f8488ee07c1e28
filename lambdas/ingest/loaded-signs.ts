/**
 * Finds signs of spam in a submission that aren't conclusive on their own. Loads the list of disposable
 * e-mail domains when it checks the first address.
 */
import { addressesOf } from '../spam/post-text.ts';
import { softSigns, type SoftSigns } from '../spam/score-post.ts';
import type { IsDisposable } from '../spam/soft-signs.ts';

/** Loads the list of disposable e-mail domains on demand because it is large. */
export type DisposableLoader = () => Promise<IsDisposable>;

export async function loadSoftSigns(
  of: Parameters<typeof softSigns>[0],
  settings: Parameters<typeof softSigns>[1],
  loadDisposableDomains: DisposableLoader,
): Promise<SoftSigns> {
  const isDisposable = addressesOf(of.payload).length > 0 ? await loadDisposableDomains() : () => false;
  return softSigns(of, settings, isDisposable);
}
