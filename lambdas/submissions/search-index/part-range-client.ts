/**
 * Reads bytes of a part (Exports bucket). This is a separate file so that the S3 client is only loaded by
 * searches.
 */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3Client } from '../../aws/clients/s3-client.ts';

const s3 = s3Client();

/** Reads bytes of an object, from `start` (inclusive) to `end` (exclusive). */
export async function readPartRange(
  { Bucket, Key }: { readonly Bucket: string; readonly Key: string },
  start: number,
  end: number,
): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end - 1}` }));
  if (!Body) throw new TypeError('S3 returned no content');
  return Body.transformToByteArray();
}
