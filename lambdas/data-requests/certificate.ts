/** Creates the certificate of a finished data request, which contains no personal data. */
import { DAY, timestamp } from '../core/clock.ts';
import { ZIP_DAYS, type Certificate, type DataRequest } from './data-request.ts';

/**
 * Number of days that erased data remains in each place. Tables can be restored to any time in the last 35
 * days (DynamoDB point-in-time recovery). Streams keep records for one day. Queue messages, dead letters and
 * failed records are kept for 14 days. Log lines contain ids but no values.
 */
const REMAINS_AFTER_ERASURE = [
  ['Change records of the tables (DynamoDB Streams)', 1],
  ['Messages in queues, dead letters and failed records, if there are any', 14],
  ['Log lines, which contain ids but no values', 30],
  ['Backups of the tables (point-in-time recovery), which only the operator can restore', 35],
] as const;

const REMAINS_AFTER_EXPORT = [['The ZIP file of the export', ZIP_DAYS]] as const;

/** @param now when the request finishes, in milliseconds since the epoch */
export function certificateOf(request: DataRequest, now: number): Certificate {
  const { digest, request_kind: kind, counts, searched_until, told } = request;
  const remains = kind === 'erase' ? REMAINS_AFTER_ERASURE : REMAINS_AFTER_EXPORT;
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
