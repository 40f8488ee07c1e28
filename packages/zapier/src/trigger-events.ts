/** Defines the events that the trigger can subscribe to. */
import type { Bundle } from 'zapier-platform-core';

export const eventsInput = {
  key: 'events',
  label: 'Events',
  type: 'string',
  list: true,
  required: false,
  choices: {
    'submission.created': 'New submission',
    'submission.updated': 'Changed submission',
    'submission.deleted': 'Deleted submission',
    'delivery.failed': 'Failed delivery (only for all forms)',
  },
  helpText: 'Leave empty to only trigger for new submissions.',
} as const;

/** Returns the selected events, or `submission.created` if none are selected. */
export function eventsOf({ inputData }: Pick<Bundle, 'inputData'>): string[] {
  const { events } = inputData as { events?: unknown };
  const selected = Array.isArray(events)
    ? (events as unknown[]).filter((each) => typeof each === 'string')
    : [];
  return selected.length === 0 ? ['submission.created'] : selected;
}
