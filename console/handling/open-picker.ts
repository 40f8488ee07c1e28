/** Opens the picker for assignees or labels. Buttons and shortcuts of several screens share one picker. */
import { useSyncExternalStore } from 'react';
import type { Schema } from '../api/api-client.ts';

export interface OpenPicker {
  readonly kind: 'assignee' | 'labels';
  readonly submissions: readonly Schema<'Submission'>[];
}

let current: OpenPicker | undefined;
const listeners = new Set<() => void>();

function set(picker: OpenPicker | undefined): void {
  current = picker;
  listeners.forEach((listener) => listener());
}

/** Opens the picker for these submissions. Does nothing if there are none. */
export function openPicker(kind: OpenPicker['kind'], submissions: OpenPicker['submissions']): void {
  if (submissions.length > 0) set({ kind, submissions });
}

export const closePicker = (): void => set(undefined);

export function useOpenPicker(): OpenPicker | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
