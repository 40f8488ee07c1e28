/** Delays changes briefly, so that they can be undone before they are sent. */
import { toast, UNDO_MILLISECONDS } from '../ui/toast.ts';

export interface DelayedChange {
  /** The message, phrased as if the change were already made: "3 submissions deleted". */
  readonly text: string;
  readonly undoLabel: string;
  /** Sends the change. With `isLeaving` the tab is closing, so the request must outlive it (`keepalive`). */
  readonly commit: (isLeaving: boolean) => Promise<void>;
  /** Shows the previous state again after an undo or a failure. */
  readonly restore: () => void;
  readonly onError: (error: unknown) => void;
}

interface Waiting {
  readonly change: DelayedChange;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly dismiss: () => void;
}
const waiting = new Set<Waiting>();

/** Commits the change after 10 s, or immediately when the tab is closed, unless it's undone. */
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

/** Commits all waiting changes now, for actions that must come after them. */
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
