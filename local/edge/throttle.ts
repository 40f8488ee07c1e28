/** Limits how often an action runs. */

/**
 * Returns a throttled version of `act`. The first call runs `act` immediately. Further calls within the
 * interval run it once more when the interval ends.
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
