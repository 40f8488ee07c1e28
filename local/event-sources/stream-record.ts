/** Stream records in the form in which Lambda hands them to a function. */
import { REGION } from '../aws-names.ts';
import type { WireRecord } from '../dynamodb/stream-records.ts';

/** A stream record in the form in which Lambda hands it to a function. */
export interface StreamRecord {
  readonly eventID: string | undefined;
  readonly eventName: string | undefined;
  readonly eventVersion?: string | undefined;
  readonly eventSource?: string;
  readonly eventSourceARN?: string;
  readonly awsRegion?: string;
  readonly dynamodb: { readonly SequenceNumber: string; readonly ApproximateCreationDateTime: number };
}

/** As in Lambda's JSON event, whose attributes are those of the wire. */
export function toStreamRecord(record: WireRecord, eventSourceARN: string): StreamRecord {
  const { ApproximateCreationDateTime: createdAt = Date.now() / 1000, ...rest } = record.dynamodb;
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: REGION,
    dynamodb: { ...rest, ApproximateCreationDateTime: Math.floor(createdAt) },
    // Present (if empty, in dynoxide's case) exactly when the removal was the table's time to live.
    ...(record.userIdentity !== undefined &&
      record.userIdentity !== null && {
        userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
      }),
    eventSourceARN,
  };
}
