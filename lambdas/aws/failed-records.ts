/**
 * Stream records that a function could not handle in all its attempts. Lambda puts them into a bucket, one object for each
 * batch; there they stay until the sweeper or an operator has had them handled.
 */
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { s3Client } from './clients/s3-client.ts';

const batch = z.object({ Records: z.array(z.unknown()) });

/** The object that Lambda writes for a batch that it gave up; `payload` is the event itself. */
const invocationRecord = z.object({
  /** Absent in what an operator has put there. */
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

    /** How many batches wait; a thousand stands for that many or more. */
    async count(): Promise<number> {
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return KeyCount;
    },

    /**
     * The raw records of a batch, to be parsed as stream records.
     * @throws ZodError or SyntaxError when the object is no batch
     */
    async records(key: string): Promise<unknown[]> {
      return (await read(key)).payload.Records;
    },

    /** The function that gave a batch up, and the event that it was invoked with. @throws as `records` */
    async invocation(
      key: string,
    ): Promise<{ functionArn: string | undefined; event: z.infer<typeof batch> }> {
      const { requestContext, payload } = await read(key);
      return { functionArn: requestContext?.functionArn, event: payload };
    },

    /** Deletes a batch that was handled. */
    async done(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
