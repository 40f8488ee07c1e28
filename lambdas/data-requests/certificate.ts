/** Creates the certificate of a finished data request, which contains no personal data. */
import { DAY, timestamp } from '../core/clock.ts';
import { ZIP_DAYS, type Certificate, type DataRequest } from './data-request.ts';

/** How long the stage keeps the logs and backups that an erasure can't change. */
export interface StageRetention {
  /** Log retention in days. */
  readonly logDays: number;
  /** Days until AWS Backup deletes a daily backup. Undefined if the stage has no daily backups. */
  readonly backupDays: number | undefined;
}

/**
 * Determines where erased data may remain: whether there are unprocessed messages or records, and how long
 * the stage keeps logs and backups.
 */
export interface Leftovers extends StageRetention {
  /** True if any dead-letter queue contains messages. */
  readonly deadLetters: boolean;
  /** True if there are stream records that a function couldn't process. */
  readonly failedRecords: boolean;
}

/**
 * Returns the places where erased data remains, each with the number of days that it is kept. Tables can be
 * restored to any time in the last 35 days (DynamoDB point-in-time recovery, which is always on). Streams
 * keep records for one day. Dead-letter queues keep messages for 14 days, and failed records are kept for 30
 * days.
 */
function remainsAfterErasure(left: Leftovers): (readonly [what: string, days: number])[] {
  const { deadLetters, failedRecords, logDays, backupDays } = left;
  const places: readonly (readonly [what: string, days: number | undefined])[] = [
    ['Change records of the tables (DynamoDB Streams)', 1],
    ['Messages in dead-letter queues', deadLetters ? 14 : undefined],
    ['Change records that could not be processed', failedRecords ? 30 : undefined],
    ['Log lines, which contain ids but no values', logDays],
    ['Backups of the tables (point-in-time recovery), which only the operator can restore', 35],
    ['Daily backups of tables and files (AWS Backup), which only the operator can restore', backupDays],
  ];
  return places.flatMap(([what, days]) => (days === undefined ? [] : [[what, days] as const]));
}

const REMAINS_AFTER_EXPORT: [what: string, days: number][] = [['The ZIP file of the export', ZIP_DAYS]];

/**
 * @param now when the request finishes, in milliseconds since the epoch
 * @param leftovers undefined for an export
 */
export function certificateOf(request: DataRequest, now: number, leftovers?: Leftovers): Certificate {
  const { digest, request_kind: kind, counts, searched_until, told } = request;
  const remains = leftovers ? remainsAfterErasure(leftovers) : REMAINS_AFTER_EXPORT;
  return {
    digest,
    kind,
    counts,
    searched_until,
    finished_at: timestamp(now),
    remains: remains.map(([what, days]) => ({ what, until: timestamp(now + days * DAY) })),
    told,
  };
}
