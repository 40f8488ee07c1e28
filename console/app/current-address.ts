/** Tracks the browser's current URL, navigates to others, and asks guards before leaving. */
import { hrefOf, pathIn, type Target } from './addresses.ts';

export interface Address {
  /** Returns the path below `/console`. */
  readonly path: string;
  /** Includes the question mark; empty without a query. */
  readonly query: string;
}

/** The choices given to a guard, which must call exactly one of them. */
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
  /** Skips the guards, because the view being left no longer exists. */
  readonly isForced?: boolean;
}

const guards = new Set<Guard>();
const listeners = new Set<() => void>();
let waiting: (() => void)[] = [];

const read = (): Address => ({ path: pathIn(location.pathname), query: location.search });

/** Position among the history entries that this console created. Used to revert a back or forward step. */
const placeIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'number'
    ? state.place
    : undefined;

let current = read();
let place = placeIn(history.state) ?? 0;
/** Meaning of the next `popstate` event. Guards are not asked about it again. */
let expected: 'taken back' | 'allowed' | undefined;

history.replaceState({ place }, '');
addEventListener('popstate', onStep);

export const currentAddress = (): Address => current;

/** Calls the listener after each change of the URL. Returns a function that removes the listener. */
export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Asks before leaving for a path for which `holds` returns true. Returns a function that removes the guard.
 */
export function guardLeaving(holds: Guard['holds'], ask: Guard['ask']): () => void {
  const guard = { holds, ask };
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Navigates to another screen. Resolves when that screen is shown, or when a guard keeps the person here. */
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

/** Call this once the current URL is shown. */
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

/** Handles back, forward, and in-page links, which add a history entry without state. */
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
  // The browser has already moved. Undo the step, then repeat it if the person confirms.
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
