/** Stores imports' uploaded files (Exports bucket). A file is deleted when its import ends. */
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Readable } from 'node:stream';
import { fileKeyOf, MAX_FILE_BYTES, type StoredImport } from './import.ts';
import type { UploadedFile } from './import-work.ts';

/**
 * How long an upload request is valid, in seconds. A longer time would have no effect, because the
 * credentials used to sign the request may expire earlier.
 */
const PRESIGNED_SECONDS = 3600;

type Keyed = Pick<StoredImport, 'form_id' | 'kind'>;

export function importFileStore(s3: S3Client, bucket: string) {
  const at = (of: Keyed) => ({ Bucket: bucket, Key: fileKeyOf(of) });
  return {
    /** Signs an upload request that is only valid for this import's file. */
    async presign(of: Keyed): Promise<{ url: string; fields: Record<string, string>; max_bytes: number }> {
      const { url, fields } = await createPresignedPost(s3, {
        ...at(of),
        Conditions: [['content-length-range', 1, MAX_FILE_BYTES]],
        Expires: PRESIGNED_SECONDS,
      });
      return { url, fields, max_bytes: MAX_FILE_BYTES };
    },

    /** Returns the file, or undefined if it hasn't been uploaded or has been deleted. */
    async read(of: Keyed): Promise<UploadedFile | undefined> {
      try {
        const { Body, ContentLength = 0, ETag = '' } = await s3.send(new GetObjectCommand(at(of)));
        return { bytes: await bytesOf(Body as Readable, ContentLength), etag: ETag };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(of: Keyed): Promise<void> {
      await s3.send(new DeleteObjectCommand(at(of)));
    },
  };
}

/** Reads the body into one buffer. Joining its chunks afterwards would take twice the memory. */
async function bytesOf(body: Readable, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) read += chunk.copy(bytes, read);
  return bytes.subarray(0, read);
}
