/**
 * Parses records from the Uploads table's stream into the data needed to delete the files of removed items.
 */
import type * as z from 'zod';
import { streamChange } from '../aws/event-sources/stream-change.ts';
import { fileNote } from './upload-store.ts';

/** An upload, which has no `file_ids`, or a note about the files that are being stored for a submission. */
const streamedUpload = fileNote.partial({ file_ids: true });

export const uploadChange = streamChange({
  keys: streamedUpload.pick({ form_id: true, upload_id: true }),
  item: streamedUpload,
});
export type UploadChange = z.infer<typeof uploadChange>;
