/** Defines which events a webhook subscribes to (docs/specification.md, "Webhook events"). */
import * as z from 'zod';
import { closestName } from '../../core/errors/closest-name.ts';
import { ValidationFailed } from '../../core/errors/errors.ts';
import { isFormId } from '../../core/ids.ts';
import { askableEvents, type AskableEvent } from '../../submissions/events/event-views.ts';

const DEFAULT_EVENTS: readonly AskableEvent[] = ['submission.created'];

const DESCRIPTION =
  'Events that are sent to the webhook. `delivery.failed` is only available for webhooks of all forms.';
const EXAMPLE: AskableEvent[] = ['submission.created', 'submission.updated'];

/** A webhook's events in a request. Duplicates are removed. */
export const eventsInput = z
  .array(z.enum(askableEvents, { error: ({ input }) => unknownEvent(input) }))
  .min(1)
  .max(20)
  .transform((events) => askableEvents.filter((event) => events.includes(event)))
  .describe(`${DESCRIPTION} The default is \`["submission.created"]\`.`)
  .meta({ examples: [EXAMPLE] });

function unknownEvent(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const suggestion = closestName(given, askableEvents);
  return `must be one of ${askableEvents.join(', ')}${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`;
}

/** A webhook's events in a response, in a fixed order. */
export const eventsView = z
  .array(z.enum(askableEvents))
  .describe(DESCRIPTION)
  .meta({ examples: [EXAMPLE] });

/** The events as stored. Absent if the webhook only subscribes to new submissions. */
export const storedEvents = z.array(z.enum(askableEvents)).optional();

interface Asking {
  readonly events?: readonly AskableEvent[] | undefined;
}

/** Returns the events that a webhook subscribes to. */
export const eventsOf = ({ events = DEFAULT_EVENTS }: Asking): AskableEvent[] => [...events];

/** Returns true if the webhook subscribes to this event. */
export const asksFor = ({ events = DEFAULT_EVENTS }: Asking, event: AskableEvent): boolean =>
  events.includes(event);

/** Returns the events to store, or undefined for the default. */
export const eventsToStore = (events: readonly AskableEvent[]): AskableEvent[] | undefined =>
  events.join() === DEFAULT_EVENTS.join() ? undefined : [...events];

const ONLY_FOR_ALL_FORMS =
  'delivery.failed is only available for webhooks of all forms; use for example ["submission.created", "submission.updated"]';

/**
 * Checks that webhooks of this form or account can subscribe to these events.
 * @throws ValidationFailed
 */
export function assertEventsAllowed(ownerId: string, events: readonly AskableEvent[] | undefined): void {
  if (events?.includes('delivery.failed') !== true || !isFormId(ownerId)) return;
  throw new ValidationFailed([{ path: 'events', message: ONLY_FOR_ALL_FORMS }]);
}
