/** Fan-out of the stream of submissions. */
import { streamHandler } from './batches.ts';
import { fanOutOfEnvironment } from './fan-out-record.ts';

export const handler = streamHandler(fanOutOfEnvironment());
