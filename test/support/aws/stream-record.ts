/** Builds DynamoDB stream records in the format that Lambda sends. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { toSubmissionItem, type Submission } from '../../../lambdas/submissions/submission.ts';

export interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly Keys: Record<string, AttributeValue>;
    readonly OldImage?: Record<string, AttributeValue>;
    readonly NewImage?: Record<string, AttributeValue>;
    /** Unix time in seconds. */
    readonly ApproximateCreationDateTime?: number;
  };
}

/**
 * Returns the stream record of an item that was created, changed or deleted. `partition` and `sort` name its
 * key attributes.
 */
export function streamRecord(
  [partition, sort]: readonly [string, string],
  {
    before,
    after,
  }: { before?: Record<string, unknown> | undefined; after?: Record<string, unknown> | undefined },
  sequence = '1',
): StreamRecord {
  const images = { ...(before && { OldImage: image(before) }), ...(after && { NewImage: image(after) }) };
  const { [partition]: partitionValue, [sort]: sortValue } = after ?? before ?? {};
  return {
    eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    dynamodb: {
      SequenceNumber: sequence,
      Keys: image({ [partition]: partitionValue, [sort]: sortValue }),
      ...images,
    },
  };
}

export function submissionRecord(
  { before, after }: { before?: Submission | undefined; after?: Submission | undefined },
  sequence?: string,
): StreamRecord {
  const images = { before: before && toSubmissionItem(before), after: after && toSubmissionItem(after) };
  return streamRecord(['form_id', 'submission_id'], images, sequence);
}

/** Returns a record of the forms table's stream, which only contains keys. */
export function formRecord(
  keys: { account_id: string; form_id: string },
  sequence: string,
  eventName: StreamRecord['eventName'] = 'INSERT',
): StreamRecord {
  const ApproximateCreationDateTime = Date.parse('2026-11-20T08:00:00Z') / 1000;
  return {
    eventName,
    dynamodb: { SequenceNumber: sequence, Keys: image(keys), ApproximateCreationDateTime },
  };
}

const image = (item: Record<string, unknown>) => marshall(item, { removeUndefinedValues: true });
