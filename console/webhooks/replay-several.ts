/** Sends several deliveries again, a few at a time. It goes on while one looks at other screens, and is found again. */
import { useSyncExternalStore } from 'react';
import { api, fetched } from '../api/api-client.ts';

export interface Replays {
  readonly webhookId: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

const AT_ONCE = 3;

let current: Replays | undefined;
const listeners = new Set<() => void>();

function show(replays: Replays | undefined): void {
  current = replays;
  listeners.forEach((listener) => listener());
}

/** How far the replays of this webhook are; undefined when there are none. */
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

/** Takes the result away once it has been read. */
export const forgetReplays = (): void => show(undefined);

export const isDone = ({ total, succeeded, failed }: Replays): boolean => succeeded + failed >= total;

/** Whether one webhook's replays are still being sent: there is one such run at a time. */
export const areReplaying = (): boolean => current !== undefined && !isDone(current);

/** @param onEach after each: what shows the delivery is out of date */
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
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
