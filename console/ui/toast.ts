/** Short messages at the edge: what was done, with the way back; what failed, with the request's id. */
import { ToastQueue } from 'react-stately/useToastState';

export interface Message {
  readonly text: string;
  /** Small, below: a request's id. */
  readonly note?: string | undefined;
  readonly isBad?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toastQueue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** How long a message stays that can be answered: as long as the action can be undone. */
export const UNDO_MILLISECONDS = 10_000;
const SHORT_MILLISECONDS = 6_000;

/** Shows a message; bad ones stay until they are dismissed. Gives what takes it away. */
export function toast(message: Message): () => void {
  const timeout = message.action ? UNDO_MILLISECONDS : SHORT_MILLISECONDS;
  const key = toastQueue.add(message, message.isBad === true ? {} : { timeout });
  return () => toastQueue.close(key);
}
