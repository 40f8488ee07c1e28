/** Provides media queries for components that can't be laid out with CSS alone. */
import { useSyncExternalStore } from 'react';

/**
 * Returns true if a media query matches: `useMedia('(max-width: 47.99rem)')`. The query in this example
 * matches windows that show the navigation at the top.
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
