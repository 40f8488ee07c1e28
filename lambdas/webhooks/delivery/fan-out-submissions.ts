/** Fan-out of the stream of submissions. */
import { streamHandler } from '../../aws/stream-handler.ts';
import { submissionChange } from '../../submissions/submission-stream.ts';
import { submissionRecordHandlers } from './submission-record.ts';

export const handler = streamHandler({
  change: submissionChange,
  handlerOfBatch: submissionRecordHandlers(),
});
