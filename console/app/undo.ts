/** Changes that wait a moment, so that they can be taken back before they are made. */
import { toast, UNDO_MILLISECONDS } from '../ui/toast.ts';

export interface DelayedChange {
  /** What was done, as if it were: "3 submissions deleted". */
  readonly text: string;
  readonly undoLabel: string;
  /** Makes the change. With `isLeaving` the tab closes: the request must outlive it (`keepalive`). */
  readonly commit: (isLeaving: boolean) => Promise<void>;
  /** Shows the former state again: it was taken back, or it failed. */
  readonly restore: () => void;
  readonly onError: (error: unknown) => void;
}

interface Waiting {
  readonly change: DelayedChange;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly dismiss: () => void;
}
const waiting = new Set<Waiting>();

/** Commits the change in 10 s, or at once when the tab is left, unless it is taken back. */
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

/** Commits everything that waits, for what must come after it. */
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
