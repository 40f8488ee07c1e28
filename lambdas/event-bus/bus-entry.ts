/**
 * Converts events to EventBridge entries. Each call accepts at most ten entries and 256 KB in total
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html).
 */

/** Event source, for use in rule patterns. */
const EVENT_SOURCE = 'svc.forms';

const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
/**
 * Space for the envelope that EventBridge adds to an event, in bytes. The envelope counts towards the size
 * limits of the queues and functions that receive the event.
 */
const ROOM_FOR_ENVELOPE = 4 * 1024;
/** Size of a timestamp as counted by EventBridge, in bytes. */
const TIME_BYTES = 14;

/** Event properties that are needed to build an EventBridge entry. */
interface Event {
  readonly type: string;
  readonly created_at: string;
}

export interface BusEntry {
  readonly source: string;
  readonly detailType: string;
  readonly time: Date;
  readonly detail: string;
  readonly bytes: number;
}

export function entryOf(event: Event): BusEntry {
  const detail = JSON.stringify(event);
  const texts = [EVENT_SOURCE, event.type, detail];
  return {
    source: EVENT_SOURCE,
    detailType: event.type,
    time: new Date(event.created_at),
    detail,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), TIME_BYTES),
  };
}

/** Returns true if EventBridge and its rules' targets accept an event of this size. */
export const fitsInOneCall = (event: Event): boolean => entryOf(event).bytes <= MAX_BYTES - ROOM_FOR_ENVELOPE;

/** Groups entries into as few calls as possible while keeping their order. */
export function batchesOf<Entry extends Pick<BusEntry, 'bytes'>>(entries: readonly Entry[]): Entry[][] {
  const calls: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = calls.at(-1);
    if (last && last.length < MAX_ENTRIES && bytes + entry.bytes <= MAX_BYTES) {
      last.push(entry);
      bytes += entry.bytes;
    } else {
      calls.push([entry]);
      bytes = entry.bytes;
    }
  }
  return calls;
}
