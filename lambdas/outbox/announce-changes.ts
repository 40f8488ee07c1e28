/**
 * Sends events for finished deliveries, bounced e-mails and form changes to the stage's event bus. Reads the
 * changes from the tables' streams.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { streamBatchHandler } from '../aws/event-sources/stream-handler.ts';
import { CANARY_FORM, CANARY_WEBHOOK } from '../core/canary-ids.ts';
import { readEnvironment } from '../environment.ts';
import { announcedChange, type AnnouncedChange } from '../event-bus/announced-change-stream.ts';
import { announcedFormStore } from '../event-bus/announced-form-store.ts';
import { deliveryEnded, emailBounced, formChanged, type BusEvent } from '../event-bus/bus-event.ts';
import { eventBus, type PutEvents } from '../event-bus/event-bus-client.ts';

interface Deps {
  readonly findForm: ReturnType<typeof announcedFormStore>['find'];
  readonly put: PutEvents;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Sends the events for all changes in a batch. If an event can't be sent, the stream delivers part of the
 * batch again, so some events can be sent twice. Both copies have the same id.
 */
export function announceChanges({ findForm, put }: Deps) {
  const eventOf = async (change: AnnouncedChange): Promise<BusEvent | undefined> => {
    if (isOfCanary(change)) return undefined;
    switch (change.of) {
      case 'delivery':
        // Skip new items, because their deliveries haven't finished yet or were imported. Skip expired items,
        // because their deliveries finished long ago.
        return change.event === 'MODIFY'
          ? deliveryEnded(change.keys, change.before, change.after)
          : undefined;
      case 'email':
        return change.event === 'MODIFY' ? emailBounced(change.keys, change.before, change.after) : undefined;
      case 'form':
        return formChanged(change, change.event === 'REMOVE' ? undefined : await findForm(change.keys));
    }
  };

  return streamBatchHandler({
    change: announcedChange,
    handle: async (changes: readonly AnnouncedChange[]): Promise<string[]> => {
      const failures = new Map<string, unknown>();
      const events: { event: BusEvent; sequence: string }[] = [];
      for (const change of changes) {
        const { sequence } = change;
        try {
          const event = await eventOf(change);
          if (event) events.push({ event, sequence });
        } catch (error) {
          failures.set(sequence, error);
        }
      }
      const results = await put(events.map(({ event }) => event));
      for (const [index, { sequence }] of events.entries()) {
        if (results[index] !== undefined) failures.set(sequence, results[index]);
      }
      for (const [sequence, error] of failures) logger.error('Failed to announce event', { sequence, error });
      return [...failures.keys()];
    },
  });
}

/** Returns true if the change belongs to the canary's form, which doesn't trigger events. */
function isOfCanary({ of, keys }: AnnouncedChange): boolean {
  return of === 'delivery' ? keys.webhook_id === CANARY_WEBHOOK : keys.form_id === CANARY_FORM;
}

const { EVENT_BUS, FORMS_TABLE } = readEnvironment('EVENT_BUS', 'FORMS_TABLE');

export const handler = announceChanges({
  findForm: announcedFormStore(documentClient(), FORMS_TABLE).find,
  put: eventBus(EVENT_BUS).put,
});
