/** Short messages at the edge: what was done, with the way back; what failed, with the request's id. */

export interface Message {
  readonly text: string;
  /** Small, below: a request's id. */
  readonly note?: string | undefined;
  readonly isBad?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownMessage extends Message {
  readonly key: number;
  /** How long it stays; undefined when it stays until it is dismissed. */
  readonly milliseconds: number | undefined;
}

/** How long a message stays that can be answered: as long as the action can be undone. */
export const UNDO_MILLISECONDS = 10_000;
const SHORT_MILLISECONDS = 6_000;
/** More would cover what one works on: the oldest goes. */
const MOST = 3;

let messages: readonly ShownMessage[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

/** Shows a message; bad ones stay until they are dismissed. Gives what takes it away. */
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

/** Those in sight, the newest first; the same array until one comes or goes. */
export const shownMessages = (): readonly ShownMessage[] => messages;

export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(next: readonly ShownMessage[]): void {
  messages = next.slice(0, MOST);
  for (const listener of listeners) listener();
}
