/** Reports window properties to components where CSS alone can't decide what to show. */
import { useSyncExternalStore } from 'react';

/**
 * Returns whether a media query matches: `useMedia('(max-width: 47.99rem)')`, the width at which the
 * navigation moves to the top.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
