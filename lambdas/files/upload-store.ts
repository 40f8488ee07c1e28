/**
 * Stores uploads that aren't part of a submission yet, and notes about files that are being stored for a
 * submission (Uploads table). DynamoDB's TTL deletes both kinds of items, and the table's stream contains
 * each deletion.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { IngestFileStore } from './incoming-file.ts';
import { upload, type Upload } from './upload.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/**
 * How long a note about files is kept, in milliseconds. Must be longer than the timeout of any function that
 * stores a submission.
 */
const NOTE_TTL = HOUR;

/** A note about a submission's files. Its `upload_id` contains the submission's id. */
export const fileNote = z.object({
  form_id: z.string(),
  upload_id: z.string(),
  file_ids: z.array(z.string()),
});

export function uploadStore(db: DocumentClient, table: string) {
  return {
    async create(created: Upload): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: created,
          ConditionExpression: 'attribute_not_exists(upload_id)',
        }),
      );
    },

    async findUploads(formId, uploadIds) {
      const items = await Promise.all(
        uploadIds.map(async (upload_id) => {
          const Key = { form_id: formId, upload_id };
          const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
          return Item;
        }),
      );
      return z.array(upload).parse(items.filter((item) => item !== undefined));
    },

    async announce({ form_id, submission_id, received_at, attachments }) {
      const note: z.infer<typeof fileNote> = {
        form_id,
        upload_id: submission_id,
        file_ids: attachments.map(({ file_id }) => file_id),
      };
      const expires_at = epochSeconds(Date.parse(received_at) + NOTE_TTL);
      await db.send(new PutCommand({ TableName: table, Item: { ...note, expires_at } }));
    },
  } satisfies Pick<IngestFileStore, 'findUploads' | 'announce'> & Record<string, unknown>;
}
