/** Creates presigned posts that let browsers upload a file to the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Upload } from './upload.ts';
import { uploadKey } from './object-keys.ts';

/** Time during which the file can be posted. A longer time would outlive the credentials that sign it. */
export const PRESIGNED_SECONDS = 3600;

export interface PresignedUpload {
  readonly url: string;
  readonly fields: Record<string, string>;
}

/** Signs a post that accepts exactly the announced number of bytes, under the upload's key. */
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
