/**
 * Tracks the current URL, navigates to other URLs, and lets guards ask for confirmation before the user
 * leaves a view.
 */
import { hrefOf, pathIn, type Target } from './addresses.ts';

export interface Address {
  /** Part of the current URL's path after `/console`. */
  readonly path: string;
  /** Query string, including the question mark. Empty if the URL has no query. */
  readonly query: string;
}

/** Passed to a navigation guard, which must call exactly one of these functions. */
export interface Leaving {
  readonly leave: () => void;
  readonly stay: () => void;
}

interface Guard {
  readonly holds: (nextPath: string) => boolean;
  readonly ask: (leaving: Leaving) => void;
}

export interface HowToGo {
  /** Replaces the current history entry instead of adding one. */
  readonly replace?: boolean;
  /** Skips the navigation guards. Use this option when the current view no longer exists. */
  readonly isForced?: boolean;
}

const guards = new Set<Guard>();
const listeners = new Set<() => void>();
let waiting: (() => void)[] = [];

const read = (): Address => ({ path: pathIn(location.pathname), query: location.search });

/**
 * Returns the index of the current history entry among the entries that the console created. The index is
 * used to undo a back or forward step.
 */
const placeIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'number'
    ? state.place
    : undefined;

// E-mails link to `/submissions/{id}`, so replace this URL with that of the screen that shows the submission.
const linked = /^\/submissions\/([^/]+)$/.exec(pathIn(location.pathname))?.[1];
if (linked !== undefined) {
  const submissionId = decodeURIComponent(linked);
  history.replaceState(history.state, '', hrefOf({ to: '/inbox/$submissionId', params: { submissionId } }));
}

let current = read();
let place = placeIn(history.state) ?? 0;
/**
 * Set when the console itself triggers the next `popstate` event. Determines how to handle the event without
 * asking the guards again.
 */
let expected: 'taken back' | 'allowed' | undefined;

history.replaceState({ place }, '');
addEventListener('popstate', onStep);

export const currentAddress = (): Address => current;

/** Calls the listener after each URL change. Returns a function that removes the listener. */
export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Adds a navigation guard, which is called before navigating to any path for which `holds` returns true.
 * Returns a function that removes it.
 */
export function guardLeaving(holds: Guard['holds'], ask: Guard['ask']): () => void {
  const guard = { holds, ask };
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Navigates to another screen. Resolves when the screen is shown, or when the user chooses to stay. */
export async function navigate({
  replace = false,
  isForced = false,
  ...target
}: Target & HowToGo): Promise<void> {
  const href = hrefOf(target);
  const url = new URL(href, location.origin);
  if (url.pathname === location.pathname && url.search === location.search) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      waiting.push(resolve);
      if (!replace) place += 1;
      history[replace ? 'replaceState' : 'pushState']({ place }, '', href);
      changed();
    };
    const guard = isForced ? undefined : guardAgainst(pathIn(url.pathname));
    if (guard) guard.ask({ leave: go, stay: resolve });
    else go();
  });
}

/**
 * Resolves the promises of pending navigations. Call this function once the screen for the current URL is
 * shown.
 */
export function arrived(): void {
  const resolved = waiting;
  waiting = [];
  for (const resolve of resolved) resolve();
}

const guardAgainst = (path: string): Guard | undefined => [...guards].find(({ holds }) => holds(path));

function changed(): void {
  current = read();
  for (const listener of listeners) listener();
}

/** Handles back and forward navigation, and in-page links, which add a history entry without state. */
function onStep(): void {
  const reached = placeIn(history.state);
  if (reached === undefined) {
    place += 1;
    history.replaceState({ place }, '');
    changed();
    return;
  }
  const was = expected;
  expected = undefined;
  if (was === 'taken back') return;
  const step = reached - place;
  const guard = was === 'allowed' || step === 0 ? undefined : guardAgainst(pathIn(location.pathname));
  if (!guard) {
    place = reached;
    changed();
    return;
  }
  // The browser has already navigated. Undo the navigation, then repeat it if the user confirms.
  expected = 'taken back';
  history.go(-step);
  guard.ask({
    leave: () => {
      expected = 'allowed';
      history.go(step);
    },
    stay: () => undefined,
  });
}
