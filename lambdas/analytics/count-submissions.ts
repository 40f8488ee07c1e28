/**
 * From the stream of stored submissions to the counts of their days. What is deleted later was received all the
 * same.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { dayCounterStore } from './day-counter-store.ts';
import { documentClient } from '../aws/dynamodb.ts';
import { changesByDay, type SubmissionChange } from './day-counts.ts';
import { submissionStatuses } from '../submissions/submission.ts';
import { readEnvironment } from '../environment.ts';

/** Digits of the longest number that a stream gives a record. */
const SEQUENCE_DIGITS = 40;

const logger = new Logger({ serviceName: 'svc-forms' });

/** Numbers of one length compare as text. */
const comparable = (number: string): string => number.padStart(SEQUENCE_DIGITS, '0');

const image = z.object({
  form_id: z.object({ S: z.string() }),
  received_at: z.object({ S: z.string() }),
  status: z.object({ S: z.enum(submissionStatuses) }),
});
const changeRecord = z
  .object({
    dynamodb: z.object({
      NewImage: image,
      OldImage: image.optional(),
      SequenceNumber: z.string().regex(/^\d+$/),
    }),
  })
  .transform(({ dynamodb: { NewImage, OldImage, SequenceNumber } }): SubmissionChange => ({
    formId: NewImage.form_id.S,
    receivedAt: NewImage.received_at.S,
    before: OldImage?.status.S,
    after: NewImage.status.S,
    sequence: comparable(SequenceNumber),
  }));
const streamEvent = z.object({ Records: z.array(changeRecord) });

/**
 * Counts what one batch of the stream brings. Days that cannot be counted now come again from their first record
 * on, with what other days have counted by then: that is not counted twice.
 */
export function countSubmissions({ count }: Pick<ReturnType<typeof dayCounterStore>, 'count'>) {
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const days = changesByDay(streamEvent.parse(event).Records);
    const counted = await Promise.allSettled(days.map((day) => count(day)));
    const failed = counted.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [];
      logger.error('not counted', { form_id: days[index]?.formId, error: result.reason as unknown });
      return days[index]?.changes[0]?.sequence ?? [];
    });
    return { batchItemFailures: failed.map((sequence) => ({ itemIdentifier: unpadded(sequence, event) })) };
  };
}

/** The record's number as the stream wrote it. */
function unpadded(sequence: string, { Records }: DynamoDBStreamEvent): string {
  const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  return numbers.find((number) => comparable(number) === sequence) ?? '';
}

export const handler = countSubmissions(
  dayCounterStore(documentClient(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
