/**
 * Handles the stream of submissions by passing each record to the code that queues webhook deliveries,
 * e-mails, and the deletion of leftover data.
 */
import { streamHandler } from '../aws/stream-handler.ts';
import { submissionChange } from '../submissions/submission-stream.ts';
import { submissionChangeHandlers } from './submission-record-handlers.ts';

export const handler = streamHandler({
  change: submissionChange,
  handlerOfBatch: submissionChangeHandlers(),
});
