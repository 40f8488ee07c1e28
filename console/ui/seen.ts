/** Detects when elements come into view, so that long lists load details only for visible rows. */
import { useEffect, useRef, useState } from 'react';

/**
 * Distance from the window's edge within which an element counts as visible, so that its details are loaded
 * before the user sees it.
 */
const AHEAD = '300px';

/**
 * Returns a ref for an element, and whether the element has ever been in view. Hidden elements are never in
 * view.
 */
export function useSeen<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isSeen || element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen] as const;
}
