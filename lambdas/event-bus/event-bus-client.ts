/** Sends batches of events to the stage's EventBridge bus. */
import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { setTimeout as wait } from 'node:timers/promises';
import { eventBridgeClient } from '../aws/clients/eventbridge-client.ts';
import { mapInParallel } from '../core/map-in-parallel.ts';
import { retry } from '../core/retry.ts';
import { batchesOf, entryOf, type BusEntry } from './bus-entry.ts';
import type { BusEvent } from './bus-event.ts';

/** Thrown when EventBridge rejects an event, even if it accepts other events in the same call. */
export class EventNotTaken extends Error {
  override readonly name = 'EventNotTaken' as const;
}

/** One result per event, in the same order: an error, or undefined if the bus accepted the event. */
export type PutResult = readonly (Error | undefined)[];
export type PutEvents = (events: readonly BusEvent[]) => Promise<PutResult>;

const CALLS_AT_ONCE = 4;

export function eventBus(
  bus: string,
  client: Pick<EventBridgeClient, 'send'> = eventBridgeClient(),
  pause: (milliseconds: number) => Promise<unknown> = wait,
): { put: PutEvents } {
  const send = async (entries: readonly BusEntry[]): Promise<(string | undefined)[]> => {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({
        Entries: entries.map(({ source, detailType, time, detail }) => ({
          EventBusName: bus,
          Source: source,
          DetailType: detailType,
          Time: time,
          Detail: detail,
        })),
      }),
    );
    return entries.map((_, index) => {
      const { EventId, ErrorCode = 'no answer' } = Entries[index] ?? {};
      return EventId === undefined ? ErrorCode : undefined;
    });
  };

  return {
    /** Sends the events to the bus and retries rejected events three times. Never rejects. */
    async put(events) {
      const failures: (Error | undefined)[] = events.map(() => undefined);
      const entries = events.map((event, index) => ({ index, ...entryOf(event) }));
      await mapInParallel(batchesOf(entries), CALLS_AT_ONCE, async (call) => {
        let left = call;
        const sendLeft = async (): Promise<void> => {
          const codes = await send(left);
          left = left.filter((_, index) => codes[index] !== undefined);
          if (left.length > 0) throw new EventNotTaken([...new Set(codes.filter(Boolean))].join(', '));
        };
        try {
          await retry(sendLeft, {
            attempts: 4,
            firstWaitMs: 100,
            isRetryable: (error) => error instanceof EventNotTaken,
            pause,
          });
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error));
          for (const { index } of left) failures[index] = failure;
        }
      });
      return failures;
    },
  };
}
