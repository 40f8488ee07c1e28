/** Presigned posts, by which a browser uploads one file to the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Upload } from './upload.ts';
import { uploadKey } from './object-keys.ts';

/** How long the file may be posted. Longer would outlive the credentials that it is signed with. */
export const PRESIGNED_SECONDS = 3600;

export interface PresignedUpload {
  readonly url: string;
  readonly fields: Record<string, string>;
}

/** Signs a post of exactly the bytes that were announced, under the upload's own key. */
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
