/**
 * Stores inbox actions on the device while the browser is offline, and sends them when the browser is back
 * online. Uses localStorage instead of IndexedDB, because only localStorage can be written to while a page is
 * closing. Only ids and actions are stored, never submitted data.
 */
import { useSyncExternalStore } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { NoConnection } from '../api/api-error.ts';
import { remember, remembered } from './preferences.ts';

export type Change = Schema<'BulkInput'>;

/** The user's id is part of the key, so that another user of the device doesn't send this user's changes. */
const keyOf = (userId: string): string => `kept changes ${userId}`;

const listeners = new Set<() => void>();

function read(userId: string): Change[] {
  try {
    const stored: unknown = JSON.parse(remembered(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? (stored as Change[]) : [];
  } catch {
    return [];
  }
}

function write(userId: string, changes: readonly Change[]): void {
  remember(keyOf(userId), changes.length === 0 ? undefined : JSON.stringify(changes));
  listeners.forEach((listener) => listener());
}

/**
 * Sends a change or, while the browser is offline, stores it until the browser is back online. Also stores
 * the change if earlier changes are still waiting, so that changes are sent in order.
 * @returns the ids of submissions that couldn't be changed
 * @throws ApiError, NoConnection
 */
export async function sendOrKeep(userId: string, body: Change, keepalive = false): Promise<string[]> {
  const isOnline = (): boolean => navigator.onLine;
  if (isOnline() && read(userId).length === 0) {
    try {
      const answer = await fetched(api.POST('/v1/submissions/bulk', { body, keepalive }));
      return 'data' in answer ? answer.data.filter(({ ok }) => !ok).map(({ id }) => id) : [];
    } catch (error) {
      if (!(error instanceof NoConnection) || isOnline()) throw error;
    }
  }
  write(userId, [...read(userId), body]);
  return [];
}

/** Returns the number of stored changes. */
export function useKeptCount(userId: string): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
    () => read(userId).length,
  );
}

/**
 * Sends all stored changes in order. A lock ensures that only one tab sends them at a time. A change stays
 * stored until `send` resolves. If `send` rejects, this change and all later changes stay stored for the
 * next call.
 * @returns the number of sent changes
 */
export function sendKeptChanges(userId: string, send: (change: Change) => Promise<void>): Promise<number> {
  return navigator.locks.request('kept changes', async () => {
    let sent = 0;
    for (let next = read(userId)[0]; next; next = read(userId)[0]) {
      await send(next);
      write(userId, read(userId).slice(1));
      sent += 1;
    }
    return sent;
  });
}
