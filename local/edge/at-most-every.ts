/** Does something less often than it is asked to. */

/**
 * What is returned does `act` at once, or, within so long of the last time, once at its end.
 * @param milliseconds between one time and the next
 */
export function atMostEvery(milliseconds: number, act: () => void): () => void {
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
