/**
 * Handles the submissions stream by passing each record to the webhook, e-mail and file deletion handlers.
 */
import { streamHandler } from '../aws/stream-handler.ts';
import { submissionChange } from '../submissions/submission-stream.ts';
import { submissionChangeHandlers } from './submission-record-handlers.ts';

export const handler = streamHandler({
  change: submissionChange,
  handlerOfBatch: submissionChangeHandlers(),
});
