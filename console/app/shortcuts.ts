/**
 * Handles keyboard shortcuts. Components register shortcuts while they are mounted, one listener runs them,
 * and `?` lists them.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /**
   * Key to press: a key name from `KeyboardEvent.key`, a sequence of two keys (`g f`), or a key with Ctrl or
   * Command (`mod+k`).
   */
  readonly keys: string;
  /**
   * Description in the list of shortcuts. Omit it for an alternative key of a shortcut that's already listed.
   */
  readonly label?: string;
  readonly run: () => void;
}

export type ShortcutGroup = 'everywhere' | 'view';

interface Registered {
  readonly group: ShortcutGroup;
  readonly shortcuts: readonly Shortcut[];
}

const registered = new Set<Registered>();
let listed: readonly Registered[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  listed = [...registered];
  listeners.forEach((listener) => listener());
}

/**
 * Registers shortcuts while the component is mounted. `run` may change on every render.
 * @param shortcuts only the shortcuts that the user is allowed to use
 */
export function useShortcuts(shortcuts: readonly Shortcut[], group: ShortcutGroup = 'view'): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ keys, label = '' }) => `${keys}\t${label}`).join('\n');
  useEffect(() => {
    const entry: Registered = {
      group,
      shortcuts: names
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [keys = '', label = ''] = line.split('\t');
          const run = (): void => latest.current.find((each) => each.keys === keys)?.run();
          return { keys, run, ...(label !== '' && { label }) };
        }),
    };
    registered.add(entry);
    changed();
    return () => {
      registered.delete(entry);
      changed();
    };
  }, [names, group]);
}

/** Returns all shortcuts that are currently registered. */
export function useAllShortcuts(): readonly Registered[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

const SEQUENCE_MILLISECONDS = 1000;
let first: { key: string; at: number } | undefined;

const hasModifier = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const isWithModifier = hasModifier(event);
  const key = isWithModifier ? `mod+${latinKey(event)}` : latinKey(event);
  if (!isWithModifier && (isTyping(event.target) || document.querySelector('.overlay') !== null)) return;
  returnFocus();
  const pair =
    first && event.timeStamp - first.at < SEQUENCE_MILLISECONDS ? `${first.key} ${key}` : undefined;
  first = undefined;
  const shortcuts = [...registered].reverse().flatMap((each) => each.shortcuts);
  const found = shortcuts.find(({ keys }) => keys === pair) ?? shortcuts.find(({ keys }) => keys === key);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) {
    first = { key, at: event.timeStamp };
  }
}

/**
 * Returns the Latin letter at a key's position. On a Cyrillic keyboard, for example, the `J` key types a
 * different letter.
 */
function latinKey({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter !== undefined && /^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key) ? letter.toLowerCase() : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

let lastFocused: HTMLElement | undefined;
let lastFocusedOnScreen: HTMLElement | undefined;

function onFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  lastFocused = target;
  if (target.closest('.overlay, .popover') === null) lastFocusedOnScreen = target;
}

/**
 * Returns the focus to the screen if a closed dialog or menu still had it. React Aria also does this, but
 * only in the next frame. Until then, shortcuts wouldn't know which row they apply to.
 */
export function returnFocus(): void {
  if (document.activeElement === document.body && lastFocused?.isConnected === false)
    lastFocusedOnScreen?.focus();
}

/** Starts listening for keyboard shortcuts. */
export function listenForShortcuts(): void {
  document.addEventListener('focusin', onFocus);
  // Shortcuts such as Ctrl+S must also work in text fields inside list rows. React Aria's lists stop key
  // events from these fields, so listen in the capture phase.
  document.addEventListener('keydown', (event) => hasModifier(event) && onKeyDown(event), { capture: true });
  document.addEventListener('keydown', (event) => !hasModifier(event) && onKeyDown(event));
}

/** Returns the labels of a shortcut's keys: `⌘ K`, `Ctrl K`, `g f`. */
export function keyNames(keys: string): string[] {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return keys
    .replace('mod+', isApple ? '⌘ ' : 'Ctrl ')
    .split(' ')
    .map((key) =>
      key === 'Enter'
        ? '↵'
        : key.length === 1 && /[a-z]/.test(key) && keys.startsWith('mod')
          ? key.toUpperCase()
          : key,
    );
}
