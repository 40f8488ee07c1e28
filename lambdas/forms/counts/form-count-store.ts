/** Reads the counts shown with forms (table Counters). */
import { readCounters } from '../../aws/counter-store.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { Clock } from '../../core/clock.ts';
import { formCounter, toFormCounts, type FormCounts } from './form-counts.ts';

/** Returns a form's counts, or empty counts if they weren't read. */
export type CountsOfForm = (formId: string) => FormCounts;
/** Reads the counts of forms, up to a hundred forms per request to DynamoDB. */
export type ReadFormCounts = (formIds: readonly string[]) => Promise<CountsOfForm>;

export function formCountReader(db: DocumentClient, table: string, now: Clock = Date.now): ReadFormCounts {
  return async (formIds) => {
    const rows = await readCounters(db, table, formIds.map(formCounter));
    const items = new Map(rows.map((row) => [row['counter'], row]));
    return (formId) => toFormCounts(items.get(formCounter(formId)), now());
  };
}
