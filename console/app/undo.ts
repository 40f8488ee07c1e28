/** Delays sending changes for a few seconds, so that the user can undo them. */
import { toast, UNDO_MILLISECONDS } from '../ui/toast.ts';

export interface DelayedChange {
  /** Toast message, such as "3 submissions deleted", which is shown immediately, before the change is sent. */
  readonly text: string;
  readonly undoLabel: string;
  /** Sends the change. If `isLeaving` is true, the tab is closing, so the request must use `keepalive`. */
  readonly commit: (isLeaving: boolean) => Promise<void>;
  /** Restores the previous state in the UI after an undo or a failure. */
  readonly restore: () => void;
  readonly onError: (error: unknown) => void;
}

interface Waiting {
  readonly change: DelayedChange;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly dismiss: () => void;
}
const waiting = new Set<Waiting>();

/** Commits the change after 10 s or when the tab is closed, unless the user undoes it first. */
export function changeLater(change: DelayedChange): void {
  const entry: Waiting = {
    change,
    timer: setTimeout(() => void commit(entry, false), UNDO_MILLISECONDS),
    dismiss: toast({
      text: change.text,
      action: {
        label: change.undoLabel,
        run: () => {
          clearTimeout(entry.timer);
          if (waiting.delete(entry)) change.restore();
        },
      },
    }),
  };
  waiting.add(entry);
}

/** Commits all pending changes now. Call this before an action that depends on them. */
export async function commitWaiting(): Promise<void> {
  await Promise.all([...waiting].map((entry) => commit(entry, false)));
}

async function commit(entry: Waiting, isLeaving: boolean): Promise<void> {
  if (!waiting.delete(entry)) return;
  clearTimeout(entry.timer);
  entry.dismiss();
  try {
    await entry.change.commit(isLeaving);
  } catch (error) {
    entry.change.restore();
    entry.change.onError(error);
  }
}

addEventListener('pagehide', () => {
  for (const entry of [...waiting]) void commit(entry, true);
});
