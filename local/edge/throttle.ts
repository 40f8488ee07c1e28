/** Limits how often something is done. */

/**
 * Returns a function that calls `act` immediately or, if called again within this time, once at its end.
 * @param milliseconds minimum time between two calls of `act`
 */
export function throttle(milliseconds: number, act: () => void): () => void {
  let isResting = false;
  let isAsked = false;
  const ask = (): void => {
    isAsked = isResting;
    if (isResting) return;
    isResting = true;
    act();
    setTimeout(() => {
      isResting = false;
      if (isAsked) ask();
    }, milliseconds);
  };
  return ask;
}
