/** Limits how often an action runs. */

/**
 * Returns a function that calls `act` immediately. If it's called again within the given time, it calls `act`
 * once more when the time is over.
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
