/** Keeps unsent input. It survives a reload and an expired session, but only in this tab. */
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

/** Returns whether a draft is stored under `name`, so that its dialog can reopen automatically. */
export const hasDraft = (name: string): boolean => stored(name) !== undefined;

/**
 * Keeps a value under `name` until `clear`: `useDraft('new key', FIRST, isWish)`.
 * @param saved the value stored by the service, used while there is no draft
 * @param isValid whether a stored value has the right shape, since an older version of the console may have
 * stored it
 */
export function useDraft<T>(name: string, saved: T, isValid: (value: unknown) => value is T) {
  const [state, setState] = useState(() => ({ name, draft: valid(stored(name), isValid) }));
  // The component now shows something else, so switch to that draft.
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
      // Same as above.
    }
    setState({ name, draft: undefined });
  }, [name]);
  return { value: draft ?? saved, isChanged: draft !== undefined, change, clear };
}

const valid = <T>(value: unknown, isValid: (value: unknown) => value is T): T | undefined =>
  isValid(value) ? value : undefined;
