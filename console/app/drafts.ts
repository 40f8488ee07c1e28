/** Stores unsent input in this tab, so that it survives a reload or an expired session. */
import { useCallback, useState } from 'react';

const keyOf = (name: string): string => `draft ${name}`;

function stored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(keyOf(name));
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a draft is stored under `name`, so that a screen can reopen the dialog that the draft
 * belongs to.
 */
export const hasDraft = (name: string): boolean => stored(name) !== undefined;

/**
 * Stores a draft under `name` until `clear` is called: `useDraft('new key', FIRST, isWish)`.
 * @param saved the value stored by the service, used while there is no draft
 * @param isValid checks the type of a stored draft, which may come from an older version of the console
 */
export function useDraft<T>(name: string, saved: T, isValid: (value: unknown) => value is T) {
  const [state, setState] = useState(() => ({ name, draft: valid(stored(name), isValid) }));
  // If `name` has changed, load the draft stored under the new name.
  const draft = state.name === name ? state.draft : valid(stored(name), isValid);
  const change = useCallback(
    (value: T) => {
      try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(value));
      } catch {
        // Storage is full or blocked. Keep the draft in memory.
      }
      setState({ name, draft: value });
    },
    [name],
  );
  const clear = useCallback(() => {
    try {
      sessionStorage.removeItem(keyOf(name));
    } catch {
      // Storage is blocked, so there is nothing to remove.
    }
    setState({ name, draft: undefined });
  }, [name]);
  return { value: draft ?? saved, isChanged: draft !== undefined, change, clear };
}

const valid = <T>(value: unknown, isValid: (value: unknown) => value is T): T | undefined =>
  isValid(value) ? value : undefined;
