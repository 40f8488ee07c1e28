/**
 * Defines the names of the counters that change markers are read from, in addition to the markers themselves
 * (Counters table).
 */
import { timestamp } from '../clock.ts';

/** Prefix for the names of the forms' counters. */
export const FORM_COUNTS = 'counts#';
export const formCounter = (formId: string): string => `${FORM_COUNTS}${formId}`;

/** Prefix for the names of quota counters. */
export const QUOTA_COUNTER = 'quota#';

/** Returns the name of the account's quota counter for the calendar month (UTC) that contains `at`. */
export function quotaCounterName(accountId: string, at: number): string {
  return `${QUOTA_COUNTER}${accountId}#${timestamp(at).slice(0, 'yyyy-mm'.length)}`;
}
