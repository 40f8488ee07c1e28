/** Opens the picker for assignees or labels. Buttons and shortcuts on several screens share one picker. */
import { useSyncExternalStore } from 'react';
import type { Schema } from '../api/api-client.ts';
import type { JobChange } from '../inbox/bulk-job.ts';

/** All submissions that match the inbox filters, on all pages. */
export interface EveryMatch {
  /** The form in the inbox. Undefined if the inbox shows all forms. */
  readonly formId: string | undefined;
  readonly start: (change: JobChange) => void;
}

export interface OpenPicker {
  readonly kind: 'assignee' | 'labels';
  readonly submissions: readonly Schema<'Submission'>[];
  /** If set, the choice applies to all matching submissions instead of `submissions`. */
  readonly everyMatch?: EveryMatch | undefined;
}

let current: OpenPicker | undefined;
const listeners = new Set<() => void>();

function set(picker: OpenPicker | undefined): void {
  current = picker;
  listeners.forEach((listener) => listener());
}

/** Opens the picker for these submissions. Does nothing if the list is empty. */
export function openPicker(
  kind: OpenPicker['kind'],
  submissions: OpenPicker['submissions'],
  everyMatch?: EveryMatch,
): void {
  if (submissions.length > 0) set({ kind, submissions, everyMatch });
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
