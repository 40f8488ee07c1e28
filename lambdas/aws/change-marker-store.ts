/** Stores change markers (Counters table). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readCounters } from './counter-store.ts';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';
import {
  attributesOf,
  notedIn,
  type CountedKind,
  type WatchedMarker,
} from '../core/counters/change-marker.ts';
import { shardNamesIn } from '../core/counters/counter-names.ts';
import type { Clock } from '../core/clock.ts';

/** A marker that doesn't exist counts as 0. */
const markerValue = z.int().default(0);

export type ChangeMarkers = ReturnType<typeof changeMarkerStore>;

export function changeMarkerStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  return {
    /**
     * Returns the values of these change markers, in the order of the argument. Uses a strongly consistent
     * read, with one round trip for up to 100 markers. If a quota counter has shards, a second round trip
     * reads them, and the highest value is returned.
     */
    async read(watched: readonly WatchedMarker[]): Promise<number[]> {
      const at = now();
      const attributes = watched.flatMap((each) => attributesOf(each, at));
      const names = new Set(attributes.map(({ counter }) => counter));
      const rows = await readCounters(db, table, [...names]);
      const shards = await readCounters(db, table, rows.flatMap(shardNamesIn));
      return attributes.map(({ counter, attribute }) =>
        [...rows, ...shards]
          .filter(({ counter: name }) => name === counter || String(name).startsWith(`${counter}#`))
          .reduce((highest, row) => Math.max(highest, markerValue.parse(row[attribute])), 0),
      );
    },

    /**
     * Adds a change to a change marker. Adding the same change twice is harmless.
     * @param mustExist if true, the marker is only incremented if it exists, so that late deletions don't
     *   recreate the marker of a deleted form or account
     */
    async note(id: string, kind: CountedKind, { mustExist = false } = {}): Promise<void> {
      const { counter, attribute } = notedIn(id, kind);
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { counter },
            UpdateExpression: 'ADD #changes :one',
            ...(mustExist && { ConditionExpression: 'attribute_exists(#counter)' }),
            ExpressionAttributeNames: { '#changes': attribute, ...(mustExist && { '#counter': 'counter' }) },
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      );
    },
  };
}
