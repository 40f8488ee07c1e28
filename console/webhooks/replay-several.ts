/**
 * Resends several deliveries, a few at a time. Resending continues while the user visits other screens, and
 * the screen shows the progress when they return.
 */
import { useSyncExternalStore } from 'react';
import { api, fetched } from '../api/api-client.ts';

export interface Replays {
  readonly webhookId: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

const CONCURRENCY = 3;

let current: Replays | undefined;
const listeners = new Set<() => void>();

function show(replays: Replays | undefined): void {
  current = replays;
  listeners.forEach((listener) => listener());
}

/**
 * Returns the progress of resending this webhook's deliveries, or undefined if no deliveries have been
 * resent.
 */
export function useReplays(webhookId: string): Replays | undefined {
  const replays = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return replays?.webhookId === webhookId ? replays : undefined;
}

/** Clears the resend result when the user dismisses it. */
export const forgetReplays = (): void => show(undefined);

export const isDone = ({ total, succeeded, failed }: Replays): boolean => succeeded + failed >= total;

/** Returns true while deliveries are being resent. Only one batch can run at a time. */
export const areReplaying = (): boolean => current !== undefined && !isDone(current);

/**
 * Resends deliveries and tracks the progress.
 * @param onEach called after each resend, to refresh the views that show the delivery
 */
export async function replaySeveral(
  webhookId: string,
  ids: readonly string[],
  onEach: () => void,
): Promise<void> {
  show({ webhookId, total: ids.length, succeeded: 0, failed: 0 });
  const waiting = [...ids];
  const count = (part: 'succeeded' | 'failed'): void => {
    if (current) show({ ...current, [part]: current[part] + 1 });
    onEach();
  };
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        const path = { id };
        const delivery = await fetched(api.POST('/v1/deliveries/{id}/replay', { params: { path } }));
        count(delivery.status === 'succeeded' ? 'succeeded' : 'failed');
      } catch {
        count('failed');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
