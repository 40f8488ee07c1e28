/**
 * From the stream of submissions to the removal of files, for those that are deleted or expired. It shares its
 * function with fan-out, as a stream feeds two functions at most; the removal itself waits in a queue, so that no
 * webhook waits for the bucket.
 */
import * as z from 'zod';
import type { fileDeletionQueue } from './file-deletion-queue.ts';

const text = z.object({ S: z.string() }).transform(({ S }) => S);
const removedSubmission = z.object({
  dynamodb: z.object({
    OldImage: z.object({
      form_id: text,
      submission_id: text,
      attachments: z.object({ L: z.array(z.object({ M: z.object({ file_id: text }) })) }),
    }),
  }),
});

/** Asks for the removal of the files that one removed submission had; the stream's filter brings no other. */
export function requestFileDeletion(queue: Pick<ReturnType<typeof fileDeletionQueue>, 'add'>) {
  return async (record: unknown): Promise<void> => {
    const { form_id, submission_id, attachments } = removedSubmission.parse(record).dynamodb.OldImage;
    await queue.add({ form_id, submission_id, file_ids: attachments.L.map(({ M }) => M.file_id) });
  };
}
