/** What was typed and not sent yet. It survives a reload and a session that ended, in this tab only. */
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

/** Whether something is kept under `name`: what one typed it into opens again by itself. */
export const hasDraft = (name: string): boolean => stored(name) !== undefined;

/**
 * A value that is kept under `name` until `clear`: `useDraft('new key', FIRST, isWish)`.
 * @param saved how it is on the service; what one has while nothing is typed
 * @param isValid whether something that was kept has the right shape: a newer console may read what an older one kept
 */
export function useDraft<T>(name: string, saved: T, isValid: (value: unknown) => value is T) {
  const [state, setState] = useState(() => ({ name, draft: valid(stored(name), isValid) }));
  // Another thing's draft: the component stayed, what it shows did not.
  const draft = state.name === name ? state.draft : valid(stored(name), isValid);
  const change = useCallback(
    (value: T) => {
      try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: it stays in memory.
      }
      setState({ name, draft: value });
    },
    [name],
  );
  const clear = useCallback(() => {
    try {
      sessionStorage.removeItem(keyOf(name));
    } catch {
      // As above.
    }
    setState({ name, draft: undefined });
  }, [name]);
  return { value: draft ?? saved, isChanged: draft !== undefined, change, clear };
}

const valid = <T>(value: unknown, isValid: (value: unknown) => value is T): T | undefined =>
  isValid(value) ? value : undefined;
