/** Reads the data for an export's ZIP file. */
import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { formIdOf } from '../../core/ids.ts';
import { submissionKey } from '../../core/submission-pieces.ts';
import { attachmentKey } from '../../files/object-keys.ts';
import { submission, type Submission } from '../../submissions/submission.ts';
import { packedAccount, packedAccountAttributes, type PackedAccount } from '../read-attributes.ts';

/** Number of submissions to read at a time. */
const BATCH = 100;

export interface PackedDataNames {
  readonly tables: { readonly accounts: string; readonly submissions: string };
  readonly attachments: string;
}

export function packedDataStore(db: DocumentClient, s3: S3Client, { tables, attachments }: PackedDataNames) {
  return {
    /** Yields the submissions that still exist, in the order of the ids. */
    async *read(submissionIds: readonly string[]): AsyncGenerator<readonly Submission[]> {
      for (let start = 0; start < submissionIds.length; start += BATCH) {
        const ids = submissionIds.slice(start, start + BATCH);
        const Keys = ids.map((submission_id) =>
          submissionKey({ form_id: formIdOf(submission_id) ?? '', submission_id }),
        );
        const { [tables.submissions]: rows = [] } = await batchGet(db, {
          [tables.submissions]: { Keys, ConsistentRead: true },
        });
        const found = new Map(
          z
            .array(submission)
            .parse(rows)
            .map((each) => [each.submission_id, each]),
        );
        yield ids.flatMap((id) => found.get(id) ?? []);
      }
    },

    /** Yields a file's content, or nothing if the file was deleted. */
    async *file(of: Submission, fileId: string): AsyncGenerator<Uint8Array> {
      const command = new GetObjectCommand({ Bucket: attachments, Key: attachmentKey(of, fileId) });
      try {
        const { Body } = await s3.send(command);
        if (Body) yield* Body as AsyncIterable<Uint8Array>;
      } catch (error) {
        if (!(error instanceof NoSuchKey)) throw error;
      }
    },

    /** Returns the account's name and time zone. */
    async account(accountId: string): Promise<PackedAccount> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.accounts,
          Key: { account_id: accountId },
          ...projectionOf(packedAccountAttributes),
        }),
      );
      return packedAccount.parse(Item);
    },
  };
}
