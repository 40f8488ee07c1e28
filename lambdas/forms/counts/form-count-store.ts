/** Reads the counts shown with forms (Counters table). */
import { readCounters } from '../../aws/counter-store.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { Clock } from '../../core/clock.ts';
import { formCounter } from '../../core/counters/counter-names.ts';
import { countIn, readerCounter, toFormCounts, type FormCounts } from './form-counts.ts';

/** Returns a form's counts, or empty counts if they weren't read. */
export type CountsOfForm = (formId: string) => FormCounts;
/**
 * Reads the counts of several forms, with one DynamoDB request for up to a hundred forms.
 * @param reader the viewer whose unread submissions are counted; undefined for callers who use the shared
 *   read state
 */
export type ReadFormCounts = (
  formIds: readonly string[],
  reader: string | undefined,
) => Promise<CountsOfForm>;

export function formCountReader(db: DocumentClient, table: string, now: Clock = Date.now): ReadFormCounts {
  return async (formIds, reader) => {
    const names = formIds.flatMap((formId) =>
      reader === undefined ? [formCounter(formId)] : [formCounter(formId), readerCounter(formId)],
    );
    const rows = await readCounters(db, table, names);
    const items = new Map(rows.map((row) => [row['counter'], row]));
    return (formId) => {
      const read = reader === undefined ? undefined : countIn(items.get(readerCounter(formId)), reader);
      return toFormCounts(items.get(formCounter(formId)), now(), read);
    };
  };
}
