/** Reads e-mail counts by status (Counters table). Use this in functions with read-only access. */
import { readCounters } from '../aws/counter-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { emailDayCounter } from '../forms/counts/day-counts.ts';
import { countedStatuses, type EmailCount } from './email-counts.ts';

export function emailCountReader(db: DocumentClient, table: string) {
  return {
    /**
     * Returns a form's e-mail counts by status, grouped by the day that the submission was received.
     */
    async byDay(formId: string, dates: readonly string[]): Promise<Map<string, EmailCount>> {
      const rows = await readCounters(
        db,
        table,
        dates.map((date) => emailDayCounter(formId, date)),
      );
      const byName = new Map(rows.map((row) => [row['counter'], row]));
      return new Map(
        dates.flatMap((date): [string, EmailCount][] => {
          const row = byName.get(emailDayCounter(formId, date));
          if (!row) return [];
          const numberOf = (status: string): number => Math.max(0, Number(row[status] ?? 0));
          const counts = countedStatuses.map((status) => [status, numberOf(status)] as const);
          return [[date, Object.fromEntries(counts) as EmailCount]];
        }),
      );
    },
  };
}
