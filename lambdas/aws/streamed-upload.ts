/** Stores a file in a bucket while it is being created. */
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';

/** Part size of multipart uploads, in bytes. Two parts are uploaded while the next one is being prepared. */
const PART_BYTES = 8 * 1024 * 1024;
const PARALLEL_PARTS = 2;

export interface StreamedFile {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  readonly ContentDisposition: string;
}

/**
 * Stores the file completely or not at all. Rejects with the first error from the byte stream or the upload.
 */
export async function uploadStream(
  s3: S3Client,
  file: StreamedFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const upload = new Upload({
    client: s3,
    params: { ...file, Body: Readable.from(bytes, { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARALLEL_PARTS,
    leavePartsOnError: true,
  });
  try {
    await upload.done();
  } catch (error) {
    // If aborting fails, ignore that error and throw the original one. A lifecycle rule of the bucket also
    // deletes unfinished uploads.
    const UploadId = upload.uploadId;
    if (UploadId !== undefined) {
      const { Bucket, Key } = file;
      await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    }
    throw error;
  }
}
