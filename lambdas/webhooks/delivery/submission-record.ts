/** What one record of the stream of submissions asks for, in fan-out and again when the sweeper finds it missed. */
import * as z from 'zod';
import { fileRemovalQueue } from '../../files/file-deletion-queue.ts';
import { allOf } from '../../core/settle-all.ts';
import { readEnvironment } from '../../environment.ts';
import { emailPorts, fanOutEmails } from '../../emails/fan-out-emails.ts';
import { fanOut, fanOutPorts } from './fan-out-record.ts';
import { askForFileRemoval } from '../../files/request-file-deletion.ts';

const change = z.object({ eventName: z.string() });

/**
 * Accepted submissions go to webhooks and into e-mails; of those that are removed, the files go too. Gives a handler for
 * each batch.
 */
export function submissionRecordHandlers(): () => (record: unknown) => Promise<void> {
  const webhooks = fanOutPorts();
  const emails = emailPorts();
  const askForRemoval = askForFileRemoval(
    fileRemovalQueue(readEnvironment('FILE_REMOVALS_QUEUE_URL').FILE_REMOVALS_QUEUE_URL),
  );
  return () => {
    const tellWebhooks = fanOut(webhooks);
    const tellPeople = emails && fanOutEmails(emails);
    return (record) =>
      change.parse(record).eventName === 'REMOVE'
        ? askForRemoval(record)
        : allOf([tellWebhooks(record), ...(tellPeople ? [tellPeople(record)] : [])]);
  };
}
