/**
 * Stores exports that are too large for a response (Exports bucket). The bucket's lifecycle rule deletes the
 * exports after a day.
 */
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { uploadStream } from '../../aws/streamed-upload.ts';

/** How long a link to an export is valid, in seconds. Clients follow it immediately. */
const LINK_SECONDS = 300;

export interface ExportedFile {
  /** The form or, for an export of all forms, the account. */
  readonly ownerId: string;
  /** Part of the object's key that makes it unguessable. */
  readonly exportId: string;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** HTTP method of the redirected request, GET or HEAD. The link is valid only for this method. */
  readonly method: string;
}

/** Creates the export store. */
export function exportStore(s3: S3Client, bucket: string) {
  return {
    /**
     * Streams the file to the bucket as it is created. The file is stored either completely or not at all.
     * @returns a short-lived link to the file
     */
    async store(file: ExportedFile, bytes: AsyncIterable<Uint8Array>): Promise<string> {
      const at = { Bucket: bucket, Key: `${file.ownerId}/${file.exportId}` };
      const { contentType: ContentType, contentDisposition: ContentDisposition } = file;
      await uploadStream(s3, { ...at, ContentType, ContentDisposition }, bytes);
      const command = file.method === 'HEAD' ? new HeadObjectCommand(at) : new GetObjectCommand(at);
      return getSignedUrl(s3, command, { expiresIn: LINK_SECONDS });
    },
  };
}
