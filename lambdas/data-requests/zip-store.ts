/** Stores the ZIP files of exports (bucket Exports). The bucket's lifecycle rule deletes them after seven days. */
import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { uploadStream } from '../aws/streamed-upload.ts';
import { DAY } from '../core/clock.ts';
import { ZIP_DAYS, type DataRequest } from './data-request.ts';

/** How long a download link is valid, in seconds. */
const LINK_SECONDS = 300;

export function zipStore(s3: S3Client, bucket: string) {
  return {
    /** Returns a link to the file, or undefined if the request has no file or the file has expired. */
    async linkTo({ zip_key: Key, finished_at }: DataRequest, now: number): Promise<string | undefined> {
      if (Key === undefined || finished_at === undefined) return undefined;
      if (now >= Date.parse(finished_at) + ZIP_DAYS * DAY) return undefined;
      const command = new GetObjectCommand({ Bucket: bucket, Key });
      return getSignedUrl(s3, command, { expiresIn: LINK_SECONDS });
    },

    /** Stores the file completely or not at all. */
    store: (Key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
      uploadStream(
        s3,
        {
          Bucket: bucket,
          Key,
          ContentType: 'application/zip',
          ContentDisposition: 'attachment; filename="data.zip"',
        },
        bytes,
      ),

    /** Deletes the file if it exists. */
    async remove(Key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    },
  };
}
