/** Stream records in the form in which Lambda hands them to a function. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { REGION } from '../aws-names.ts';

/** A stream record in the form in which Lambda hands it to a function. */
export interface StreamRecord {
  readonly eventID: string | undefined;
  readonly eventName: string | undefined;
  readonly dynamodb: { readonly SequenceNumber: string; readonly ApproximateCreationDateTime: number };
}

/** Binary attributes become base64 text and the time becomes seconds, as in Lambda's JSON event. */
export function toStreamRecord(record: _Record, streamArn: string): StreamRecord {
  const { ApproximateCreationDateTime: createdAt, SequenceNumber = '', ...rest } = record.dynamodb ?? {};
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    ...{ eventVersion: record.eventVersion, eventSource: 'aws:dynamodb', awsRegion: REGION },
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((createdAt?.getTime() ?? Date.now()) / 1000),
      SequenceNumber,
      ...(jsonAttributes(rest) as object),
    },
    // Present (if empty, in dynoxide's case) exactly when the removal was the table's time to live.
    ...(record.userIdentity && {
      userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
    }),
    ...{ eventSourceARN: streamArn },
  };
}

function jsonAttributes(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Buffer.from(value as Uint8Array).toString('base64');
  if (Array.isArray(value)) return value.map(jsonAttributes);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonAttributes(item)]));
}
