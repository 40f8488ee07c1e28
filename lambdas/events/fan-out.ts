/** Fan-out of the stream of submissions. */
import { streamHandler } from './batches.ts';
import { submissionRecordHandler } from './submission-record.ts';

export const handler = streamHandler(submissionRecordHandler());
