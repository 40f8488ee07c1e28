/** Where the browser is, the ways to another address, and the guards who may ask before. */
import { hrefOf, pathIn, type Target } from './addresses.ts';

export interface Address {
  /** Below `/console`. */
  readonly path: string;
  /** With its question mark; empty without. */
  readonly query: string;
}

/** What a guard gets: exactly one of the two is called. */
export interface Leaving {
  readonly leave: () => void;
  readonly stay: () => void;
}

interface Guard {
  readonly holds: (nextPath: string) => boolean;
  readonly ask: (leaving: Leaving) => void;
}

export interface HowToGo {
  /** The present address is not one to come back to. */
  readonly replace?: boolean;
  /** No guard asks: what is left is gone anyway. */
  readonly isForced?: boolean;
}

const guards = new Set<Guard>();
const listeners = new Set<() => void>();
let waiting: (() => void)[] = [];

const read = (): Address => ({ path: pathIn(location.pathname), query: location.search });

/** The place among the entries that this console has made, so that a step back can be taken back. */
const placeIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'number'
    ? state.place
    : undefined;

let current = read();
let place = placeIn(history.state) ?? 0;
/** What the next `popstate` is: a step that nobody is asked about again. */
let expected: 'taken back' | 'allowed' | undefined;

history.replaceState({ place }, '');
addEventListener('popstate', onStep);

export const currentAddress = (): Address => current;

/** Calls back after each change of the address; gives what ends it. */
export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks before a path is gone to for which `holds` is true; gives what ends it. */
export function guardLeaving(holds: Guard['holds'], ask: Guard['ask']): () => void {
  const guard = { holds, ask };
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Goes to another screen; resolves when it is on screen, or when a guard had one stay. */
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

/** Called when the present address is on screen. */
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

/** Back, forward, or a link within the page, which makes an entry without a state. */
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
  // The browser has gone already: it is brought back, and goes again if that is what one wants.
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
