/** What the window is like, where style rules alone cannot decide what is shown. */
import { useSyncExternalStore } from 'react';

/** Whether a media query holds: `useMedia('(max-width: 47.99rem)')`, the width at which the navigation goes on top. */
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
