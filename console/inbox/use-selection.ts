/** Manages the inbox selection: some rows of the page, or all submissions that match the filters. */
import { useEffect, useRef, useState } from 'react';
import type { Selection } from 'react-aria-components/Table';
import type { Schema } from '../api/api-client.ts';
import { NOTHING } from './inbox-keys.ts';
import { changedKey, withRange } from './select-range.ts';

type Submission = Schema<'Submission'>;

export function useInboxSelection(rows: readonly Submission[]) {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [isEverything, setIsEverything] = useState(false);
  /** The last selected row, from which Shift extends the selection. */
  const anchor = useRef<string>(undefined);
  const isShiftHeld = useShiftHeld();
  const ids = rows.map(({ id }) => id);
  const keysOf = (of: Selection): Set<string> => new Set(of === 'all' ? ids : [...of].map(String));

  const change = (next: Selection | ((before: Selection) => Selection)): void => {
    setIsEverything(false);
    setSelection(next);
  };
  const onSelect = (next: Selection): void => {
    const after = keysOf(next);
    const clicked = changedKey(keysOf(selection), after);
    const from = anchor.current;
    anchor.current = clicked ?? from;
    const isRange = next !== 'all' && clicked !== undefined && from !== undefined && isShiftHeld.current;
    change(isRange ? withRange(ids, after, { from, to: clicked }) : next);
  };
  return {
    selection,
    selected: rows.filter(({ id }) => selection === 'all' || selection.has(id)),
    /** True if the user selected all matching submissions, on all pages. */
    isEverything,
    selectEverything: () => setIsEverything(true),
    setSelection: change,
    onSelect,
    clear: () => change(NOTHING),
  };
}

/** Returns a ref that is true while Shift is held during a click or key press. */
function useShiftHeld(): { readonly current: boolean } {
  const held = useRef(false);
  useEffect(() => {
    const listener = ({ shiftKey }: MouseEvent | KeyboardEvent): void => {
      held.current = shiftKey;
    };
    const events = ['pointerdown', 'keydown', 'keyup'] as const;
    for (const event of events) addEventListener(event, listener, { capture: true });
    return () => {
      for (const event of events) removeEventListener(event, listener, { capture: true });
    };
  }, []);
  return held;
}
