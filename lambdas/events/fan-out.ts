/** Fan-out of the stream of submissions. */
import { streamHandler } from './batches.ts';
import { submissionRecordHandlers } from './submission-record.ts';

export const handler = streamHandler(submissionRecordHandlers());
