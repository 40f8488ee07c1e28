/** Debounces a value that changes as the user types. */
import { useEffect, useState } from 'react';

const TYPING_MILLISECONDS = 250;

/**
 * Returns the value once it hasn't changed for 250 ms, so that the console doesn't send a request for every
 * keystroke.
 */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}
