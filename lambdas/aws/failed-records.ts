/**
 * Stream records that fan-out could not handle in all its attempts. Lambda puts them into a bucket, one object for each
 * batch; there they stay until the sweeper has handled them.
 */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { s3Client } from './clients/s3-client.ts';

const batch = z.object({ Records: z.array(z.unknown()) });

/** The object that Lambda writes for a batch that it gave up; `payload` is the event itself. */
const invocationRecord = z.object({
  payload: z.union([
    batch,
    z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(batch),
  ]),
});

export function failedRecords(bucket: string, client = s3Client()) {
  return {
    /** Keys of the waiting batches. */
    async *list(): AsyncGenerator<string, void> {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ...(ContinuationToken && { ContinuationToken }) }),
        );
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    /**
     * The raw records of a batch, to be parsed as stream records.
     * @throws ZodError or SyntaxError when the object is no batch
     */
    async records(key: string): Promise<unknown[]> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return invocationRecord.parse(JSON.parse((await Body?.transformToString()) ?? '')).payload.Records;
    },

    /** Deletes a batch that was handled. */
    async done(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
