/** Stores change markers (Counters table). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readCounters } from './counter-store.ts';
import { conditionHolds, type DocumentClient } from './dynamodb.ts';
import { changeMarker, type CountedKind, type WatchedMarker } from '../core/change-marker.ts';

const count = z.int().default(0);
const markerItem = z.object({
  counter: z.string(),
  writes: count,
  submissions: count,
  deliveries: count,
  emails: count,
});

export type ChangeMarkers = ReturnType<typeof changeMarkerStore>;

export function changeMarkerStore(db: DocumentClient, table: string) {
  return {
    /**
     * Returns the values of these change markers, in the order of the argument. Uses a strongly consistent
     * read, with one round trip for up to 100 markers.
     */
    async read(watched: readonly WatchedMarker[]): Promise<number[]> {
      const rows = await readCounters(
        db,
        table,
        watched.map(({ id }) => changeMarker(id)),
      );
      const markers = new Map(
        rows.map((row): [string, z.infer<typeof markerItem>] => {
          const marker = markerItem.parse(row);
          return [marker.counter, marker];
        }),
      );
      return watched.flatMap(({ id, kinds }) =>
        kinds.map((kind) => markers.get(changeMarker(id))?.[kind] ?? 0),
      );
    },

    /**
     * Adds a change to a change marker. Adding the same change twice is harmless.
     * @param mustExist if true, the marker is only incremented if it exists, so that late deletions don't
     *   recreate the marker of a deleted form or account
     */
    async note(id: string, kind: CountedKind, { mustExist = false } = {}): Promise<void> {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { counter: changeMarker(id) },
            UpdateExpression: 'ADD #kind :one',
            ...(mustExist && { ConditionExpression: 'attribute_exists(#counter)' }),
            ExpressionAttributeNames: { '#kind': kind, ...(mustExist && { '#counter': 'counter' }) },
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      );
    },
  };
}
