/**
 * Handles the Submissions stream. For each record, queues webhook deliveries, e-mails, or the deletion of
 * leftover data.
 */
import { streamHandler } from '../aws/event-sources/stream-handler.ts';
import { submissionChange } from '../submissions/submission-stream.ts';
import { submissionChangeHandlers } from './submission-record-handlers.ts';

export const handler = streamHandler({
  change: submissionChange,
  handlerOfBatch: submissionChangeHandlers(),
});
