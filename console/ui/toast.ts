/**
 * Shows brief messages about completed and failed actions. A message may include an undo button or a request id.
 */

export interface Message {
  readonly text: string;
  /** Small text below the message, for example a request id. */
  readonly note?: string | undefined;
  readonly isBad?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownMessage extends Message {
  readonly key: number;
  /** Display duration in milliseconds. If undefined, the toast stays until it's dismissed. */
  readonly milliseconds: number | undefined;
}

/**
 * Display duration, in milliseconds, of a toast with an undo button. The user can undo the action during this
 * time.
 */
export const UNDO_MILLISECONDS = 10_000;
const SHORT_MILLISECONDS = 6_000;
/**
 * Maximum number of visible toasts. Any additional toast replaces the oldest one, so that toasts don't cover
 * the content.
 */
const MAX_TOASTS = 3;

let messages: readonly ShownMessage[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

/** Shows a toast. Errors stay until they're dismissed. Returns a function that removes the toast. */
export function toast(message: Message): () => void {
  const milliseconds = message.action ? UNDO_MILLISECONDS : SHORT_MILLISECONDS;
  lastKey += 1;
  const key = lastKey;
  show([{ ...message, key, milliseconds: message.isBad === true ? undefined : milliseconds }, ...messages]);
  return () => dismiss(key);
}

export function dismiss(key: number): void {
  show(messages.filter((each) => each.key !== key));
}

/** Returns the visible toasts, newest first. The array is the same object until the toasts change. */
export const shownMessages = (): readonly ShownMessage[] => messages;

export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(next: readonly ShownMessage[]): void {
  messages = next.slice(0, MAX_TOASTS);
  for (const listener of listeners) listener();
}
