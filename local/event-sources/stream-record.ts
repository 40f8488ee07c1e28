/** Converts stream records to the format that Lambda passes to a function. */
import { REGION } from '../aws-names.ts';
import type { WireRecord } from '../dynamodb/stream-records.ts';

/** A stream record in the format that Lambda passes to a function. */
export interface StreamRecord {
  readonly eventID: string | undefined;
  readonly eventName: string | undefined;
  readonly eventVersion?: string | undefined;
  readonly eventSource?: string;
  readonly eventSourceARN?: string;
  readonly awsRegion?: string;
  readonly dynamodb: { readonly SequenceNumber: string; readonly ApproximateCreationDateTime: number };
}

/** Converts a record to Lambda's JSON event format, which uses the same JSON for attributes. */
export function toStreamRecord(record: WireRecord, eventSourceARN: string): StreamRecord {
  const { ApproximateCreationDateTime: createdAt = Date.now() / 1000, ...rest } = record.dynamodb;
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: REGION,
    dynamodb: { ...rest, ApproximateCreationDateTime: Math.floor(createdAt) },
    // dynoxide only sets this field if TTL deleted the item, but leaves the value empty.
    ...(record.userIdentity !== undefined &&
      record.userIdentity !== null && {
        userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
      }),
    eventSourceARN,
  };
}
