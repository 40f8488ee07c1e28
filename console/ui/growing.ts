/** Long tables in small steps, so that the page answers in between. */
import { useEffect, useState } from 'react';

/** Rows that are drawn at a stretch: a row of React Aria takes about 2 ms, on slow machines four times that. */
const STEP = 10;

/** The first rows at once, then more of them task by task until all are there. */
export function useGrowing<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(STEP);
  const isWhole = count >= rows.length;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => setCount(count + STEP));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  return isWhole ? rows : rows.slice(0, count);
}
