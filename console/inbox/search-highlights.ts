/** Highlights search words in the list and in the open submission. */
import { useCallback } from 'react';
import { occurrences, wordsOf } from './word-occurrences.ts';

/** Elements in which matches are highlighted, because the service searches their text. */
const SEARCHED = '.inbox-row, .values';
/** Name of the highlight in `inbox.css`. */
const NAME = 'found';

/**
 * Returns a ref for the element that contains the results. The browser paints the highlights over the text
 * (CSS Custom Highlight API), so the DOM doesn't change. Browsers without this API don't show highlights.
 */
export function useSearchHighlights(
  q: string | undefined,
): (within: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (within) => {
      const words = wordsOf(q ?? '');
      if (!within || words.length === 0 || !('highlights' in CSS)) return undefined;
      const paint = (): void => void CSS.highlights.set(NAME, new Highlight(...rangesOf(within, words)));
      paint();
      const observer = new MutationObserver(paint);
      observer.observe(within, { childList: true, characterData: true, subtree: true });
      return () => {
        observer.disconnect();
        CSS.highlights.delete(NAME);
      };
    },
    [q],
  );
}

function* rangesOf(within: HTMLElement, words: readonly string[]): Generator<Range> {
  for (const element of within.querySelectorAll(SEARCHED)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const [start, end] of occurrences(node.nodeValue ?? '', words)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        yield range;
      }
    }
  }
}
