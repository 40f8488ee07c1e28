/** Reads delivery counts (Counters table), for functions with read-only access. */
import { readCounters } from '../../aws/counter-store.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { deliveryDayCounter } from '../../forms/counts/day-counts.ts';
import {
  type DayOutcomeCount,
  hoursOfRate,
  recoveryCounter,
  successRate,
  type OutcomeCount,
} from './delivery-counts.ts';

const numberAt = (item: Record<string, unknown> | undefined, name: string): number => {
  const value = item?.[name];
  return typeof value === 'number' ? Math.max(0, value) : 0;
};
const sumAt = (item: Record<string, unknown> | undefined, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + numberAt(item, name), 0);

export function deliveryCountReader(db: DocumentClient, table: string) {
  const read = async (names: readonly string[]): Promise<Map<string, Record<string, unknown>>> =>
    new Map((await readCounters(db, table, names)).map((row) => [String(row['counter']), row]));

  return {
    /** Returns a form's delivery counts by outcome and by the day on which the submission was received. */
    async byDay(formId: string, dates: readonly string[]): Promise<Map<string, DayOutcomeCount>> {
      const rows = await read(dates.map((date) => deliveryDayCounter(formId, date)));
      return new Map(
        dates.map((date) => {
          const row = rows.get(deliveryDayCounter(formId, date));
          const counts = {
            succeeded: numberAt(row, 'succeeded'),
            failed: numberAt(row, 'failed'),
            filtered: numberAt(row, 'filtered'),
          };
          return [date, counts];
        }),
      );
    },

    /** Returns how many deliveries of each recovery have succeeded or failed. */
    async ofRecoveries(recoveryIds: readonly string[]): Promise<Map<string, OutcomeCount>> {
      const rows = await read(recoveryIds.map(recoveryCounter));
      return new Map(
        recoveryIds.map((id) => {
          const row = rows.get(recoveryCounter(id));
          return [id, { succeeded: numberAt(row, 'succeeded'), failed: numberAt(row, 'failed') }];
        }),
      );
    },

    /** Returns each webhook's success rate in the last 24 hours, or null if it had no deliveries. */
    async rates(webhookIds: readonly string[], now: number): Promise<Map<string, number | null>> {
      const wanted = new Map(webhookIds.map((id) => [id, hoursOfRate(id, now)]));
      const rows = await read([...wanted.values()].flat().map(({ counter }) => counter));
      return new Map(
        [...wanted].map(([id, days]) => {
          const sum = (names: (day: (typeof days)[number]) => readonly string[]): number =>
            days.reduce((all, day) => all + sumAt(rows.get(day.counter), names(day)), 0);
          return [
            id,
            successRate({ succeeded: sum((day) => day.succeeded), failed: sum((day) => day.failed) }),
          ];
        }),
      );
    },
  };
}
