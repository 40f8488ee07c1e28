/** Fan-out of the stream of submissions. */
import { streamHandler } from './batches.ts';
import { fanOut, fanOutPorts } from './fan-out-record.ts';

export const handler = streamHandler(fanOut(fanOutPorts()));
