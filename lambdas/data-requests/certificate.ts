/** Creates the certificate of a finished data request, which contains no personal data. */
import { DAY, timestamp } from '../core/clock.ts';
import { ZIP_DAYS, type Certificate, type DataRequest } from './data-request.ts';

/** Whether erased data may remain in the service because some work is late or has failed. */
export interface Leftovers {
  /** True if any dead-letter queue contains messages. */
  readonly deadLetters: boolean;
  /** True if there are stream records that a function couldn't process. */
  readonly failedRecords: boolean;
}

/**
 * Returns the places where erased data remains, with the number of days. Tables can be restored to any time in
 * the last 35 days (DynamoDB point-in-time recovery). Streams keep records for one day. Dead-letter
 * queues keep messages for 14 days, and failed records are kept for 30 days.
 */
const remainsAfterErasure = ({ deadLetters, failedRecords }: Leftovers): [what: string, days: number][] => [
  ['Change records of the tables (DynamoDB Streams)', 1],
  ...(deadLetters ? ([['Messages in dead-letter queues', 14]] as [string, number][]) : []),
  ...(failedRecords ? ([['Change records that could not be processed', 30]] as [string, number][]) : []),
  ['Log lines, which contain ids but no values', 30],
  ['Backups of the tables (point-in-time recovery), which only the operator can restore', 35],
];

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
