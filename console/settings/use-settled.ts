/** Debounces a value that changes with every keystroke. */
import { useEffect, useState } from 'react';

const TYPING_MILLISECONDS = 250;

/**
 * Returns the value once it hasn't changed for a moment, so that typing doesn't send a request per letter.
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
