/** Defines the events that the trigger can subscribe to. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

const DEFAULT_EVENTS = ['submission.created'];

export const eventsProperty: INodeProperties = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  options: [
    {
      name: 'Delivery Failed',
      value: 'delivery.failed',
      description: 'All attempts of a delivery failed. Only available for all forms.',
    },
    {
      name: 'Submission Created',
      value: 'submission.created',
      description: 'A submission was accepted',
    },
    {
      name: 'Submission Deleted',
      value: 'submission.deleted',
      description: 'A submission was deleted or has expired',
    },
    {
      name: 'Submission Updated',
      value: 'submission.updated',
      description: 'A submission was changed, for example its status, labels or note',
    },
  ],
  default: DEFAULT_EVENTS,
  description: 'The events that start the workflow',
};

/** Returns the selected events, or the default if none are selected. */
export function chosenEvents(functions: {
  getNodeParameter(name: string, fallback: object): unknown;
}): string[] {
  const { events } = functions.getNodeParameter('options', {}) as IDataObject;
  const chosen = Array.isArray(events)
    ? (events as unknown[]).filter((each) => typeof each === 'string')
    : [];
  return chosen.length === 0 ? DEFAULT_EVENTS : chosen;
}

/** Returns true if the webhook in a response has these events, in any order. */
export function hasEvents(webhook: Readonly<Record<string, unknown>>, events: readonly string[]): boolean {
  const current = Array.isArray(webhook['events']) ? (webhook['events'] as string[]) : [];
  return current.toSorted().join() === events.toSorted().join();
}
