/**
 * From the stream of stored submissions to the counts of their days. A batch that fails comes again; what was
 * counted of it is not counted twice. What is deleted later was received all the same.
 */
import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { dayCounters } from '../adapters/day-counters.ts';
import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { changesByDay, type SubmissionChange } from '../domain/day-counts.ts';
import { submissionStatuses } from '../domain/submission.ts';
import { readEnvironment } from '../environment.ts';

/** Digits of the longest number that a stream gives a record. */
const SEQUENCE_DIGITS = 40;

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
    sequence: SequenceNumber.padStart(SEQUENCE_DIGITS, '0'),
  }));
const streamEvent = z.object({ Records: z.array(changeRecord) });

/** Counts what one batch of the stream brings. */
export function countSubmissions({ count }: Pick<ReturnType<typeof dayCounters>, 'count'>) {
  return async (event: DynamoDBStreamEvent): Promise<void> => {
    const { Records } = streamEvent.parse(event);
    await Promise.all(changesByDay(Records).map((day) => count(day)));
  };
}

export const handler = countSubmissions(
  dayCounters(dynamoDocuments(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
