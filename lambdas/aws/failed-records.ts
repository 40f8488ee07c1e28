/**
 * Stream records that a function could not handle in all its attempts. Lambda stores them in a bucket, one
 * object per batch. They stay there until they are handled again by the sweeper or an operator.
 */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { s3Client } from './clients/s3-client.ts';

const batch = z.object({ Records: z.array(z.unknown()) });

/** The object that Lambda writes for a batch that it has given up. `payload` is the event itself. */
const invocationRecord = z.object({
  /** Missing from objects that an operator added by hand. */
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
    /** Yields the keys of the waiting batches. */
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

    /** Returns the number of waiting batches, at most one thousand. */
    async count(): Promise<number> {
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return KeyCount;
    },

    /**
     * Returns the raw records of a batch, to be parsed as stream records.
     * @throws ZodError or SyntaxError when the object is not a batch
     */
    async records(key: string): Promise<unknown[]> {
      return (await read(key)).payload.Records;
    },

    /** Returns the function that gave up the batch and the event it was invoked with. @throws as `records` */
    async invocation(
      key: string,
    ): Promise<{ functionArn: string | undefined; event: z.infer<typeof batch> }> {
      const { requestContext, payload } = await read(key);
      return { functionArn: requestContext?.functionArn, event: payload };
    },

    /** Deletes a batch that has been handled. */
    async done(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
