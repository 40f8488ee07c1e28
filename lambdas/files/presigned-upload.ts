/** Creates presigned POST requests that let browsers upload a file to the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Upload } from './upload.ts';
import { uploadKey } from './object-keys.ts';

/**
 * How long the upload request is valid, in seconds. Must not exceed the lifetime of the
 * credentials that sign the request.
 */
export const PRESIGNED_SECONDS = 3600;

export interface PresignedUpload {
  readonly url: string;
  readonly fields: Record<string, string>;
}

/**
 * Creates a function that signs an upload request. The request is only valid for the upload's key and the
 * announced number of bytes.
 */
export function presignUploads(s3: S3Client, bucket: string) {
  return (upload: Upload): Promise<PresignedUpload> =>
    createPresignedPost(s3, {
      Bucket: bucket,
      Key: uploadKey(upload),
      Fields: { 'Content-Type': upload.content_type },
      Conditions: [['content-length-range', upload.size, upload.size]],
      Expires: PRESIGNED_SECONDS,
    });
}
