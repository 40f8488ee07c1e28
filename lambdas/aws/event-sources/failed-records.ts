/**
 * Reads and deletes stream records that a function couldn't process after all retries. Lambda stores each
 * batch as an object in a bucket. The object stays there until the sweeper or an operator processes the batch
 * again.
 */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { s3Client } from '../clients/s3-client.ts';

const batch = z.object({ Records: z.array(z.unknown()) });

/**
 * The object that Lambda writes after the last attempt to process a batch. `payload` is the original event.
 */
const invocationRecord = z.object({
  /** Absent from batches that an operator added to the bucket manually. */
  requestContext: z.object({ functionArn: z.string().optional() }).optional(),
  payload: z.union([
    batch,
    z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(batch),
  ]),
});

export function failedRecords(bucket: string, client = s3Client()) {
  const read = async (key: string): Promise<z.infer<typeof invocationRecord>> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return invocationRecord.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  };
  return {
    /** Yields the object keys of the stored batches. */
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

    /** Returns the number of stored batches, up to a maximum of 1,000. */
    async count(): Promise<number> {
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return KeyCount;
    },

    /**
     * Returns the unparsed stream records of a batch.
     * @throws ZodError or SyntaxError when the object is not a batch
     */
    async records(key: string): Promise<unknown[]> {
      return (await read(key)).payload.Records;
    },

    /**
     * Returns a batch's event and the function that failed to process it. Throws the same errors as
     * `records`.
     */
    async invocation(
      key: string,
    ): Promise<{ functionArn: string | undefined; event: z.infer<typeof batch> }> {
      const { requestContext, payload } = await read(key);
      return { functionArn: requestContext?.functionArn, event: payload };
    },

    /** Deletes a stored batch after its records have been processed. */
    async done(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
