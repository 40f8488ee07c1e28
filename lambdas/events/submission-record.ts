/** What one record of the stream of submissions asks for, in fan-out and again when the sweeper finds it missed. */
import * as z from 'zod';
import { fileRemovalQueue } from '../adapters/file-removal-queue.ts';
import { readEnvironment } from '../environment.ts';
import { fanOut, fanOutPorts } from './fan-out-record.ts';
import { askForFileRemoval } from './removed-submission.ts';

const change = z.object({ eventName: z.string() });

/** Accepted submissions go to webhooks; of those that are removed, the files go too. */
export function submissionRecordHandler(): (record: unknown) => Promise<void> {
  const tellWebhooks = fanOut(fanOutPorts());
  const askForRemoval = askForFileRemoval(
    fileRemovalQueue(readEnvironment('FILE_REMOVALS_QUEUE_URL').FILE_REMOVALS_QUEUE_URL),
  );
  return (record) =>
    change.parse(record).eventName === 'REMOVE' ? askForRemoval(record) : tellWebhooks(record);
}
