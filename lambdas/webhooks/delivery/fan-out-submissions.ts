/** Fan-out of the stream of submissions. */
import { streamHandler } from '../../aws/batches.ts';
import { submissionRecordHandlers } from './submission-record.ts';

export const handler = streamHandler(submissionRecordHandlers());
