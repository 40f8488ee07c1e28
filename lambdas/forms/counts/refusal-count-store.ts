/**
 * Counts rejected submissions by form, day and reason, and hosted page views by form and day (Counters
 * table).
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readCounters } from '../../aws/counter-store.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { refusalReasons } from '../../core/refusals.ts';
import { dayExpiresAt, refusedCounter, type DayTally } from './day-counts.ts';
import { countIn } from './form-counts.ts';

/**
 * Creates a function that adds to a form's counts for a day. It doesn't update a change marker, so that
 * rejected submissions and page views stay cheap. Statistics that a client revalidates can therefore be up to
 * an hour out of date.
 */
export function refusalCountStore(db: DocumentClient, table: string) {
  return async (formId: string, date: string, counts: DayTally): Promise<void> => {
    const entries = Object.entries(counts);
    await db.send(
      new UpdateCommand({
        TableName: table,
        Key: { counter: refusedCounter(formId, date) },
        UpdateExpression: `ADD ${entries.map((_, index) => `#n${index} :n${index}`).join(', ')} SET expires_at = :expires`,
        ExpressionAttributeNames: Object.fromEntries(
          entries.map(([reason], index) => [`#n${index}`, reason]),
        ),
        ExpressionAttributeValues: {
          ...Object.fromEntries(entries.map(([, count], index) => [`:n${index}`, count])),
          ':expires': dayExpiresAt(date),
        },
      }),
    );
  };
}

/** Creates a function that returns the counts of these forms and days, in the order of the arguments. */
export function refusalCountReader(db: DocumentClient, table: string) {
  return async (formIds: readonly string[], dates: readonly string[]): Promise<DayTally[][]> => {
    const nameOf = (formId: string) => (date: string) => refusedCounter(formId, date);
    const names = formIds.flatMap((formId) => dates.map(nameOf(formId)));
    const rows = await readCounters(db, table, names);
    const items = new Map(rows.map((row) => [row['counter'], row]));
    return formIds.map((formId) =>
      dates.map((date) => {
        const item = items.get(refusedCounter(formId, date));
        const refusals = Object.fromEntries(refusalReasons.map((reason) => [reason, countIn(item, reason)]));
        return { ...refusals, views: countIn(item, 'views') };
      }),
    );
  };
}
