/** Stores exports that are too large for a response (bucket Exports); the bucket's lifecycle deletes them after a day. */
import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';

/** Size of the parts of a multipart upload, of which two are sent while the next one is made. */
const PART_BYTES = 8 * 1024 * 1024;
const PARALLEL_PARTS = 2;
/** Seconds that a link to an export is valid: clients follow it at once. */
const LINK_SECONDS = 300;

export interface ExportedFile {
  readonly formId: string;
  /** Unguessable part of the object's key. */
  readonly exportId: string;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** Method of the request that is redirected to it: the link holds for this one only, GET or HEAD. */
  readonly method: string;
}

/** The stored exports. */
export function exportStore(s3: S3Client, bucket: string) {
  return {
    /** Stores the file while it is being made, whole or not at all. @returns a short-lived link to it */
    async store(file: ExportedFile, bytes: AsyncIterable<Uint8Array>): Promise<string> {
      const at = { Bucket: bucket, Key: `${file.formId}/${file.exportId}` };
      const upload = new Upload({
        client: s3,
        params: {
          ...at,
          Body: Readable.from(bytes, { objectMode: false }),
          ContentType: file.contentType,
          ContentDisposition: file.contentDisposition,
        },
        partSize: PART_BYTES,
        queueSize: PARALLEL_PARTS,
        leavePartsOnError: true,
      });
      try {
        await upload.done();
      } catch (error) {
        // The first error is the one to report; the bucket's lifecycle also deletes the parts of unfinished uploads.
        const UploadId = upload.uploadId;
        if (UploadId !== undefined)
          await s3.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
        throw error;
      }
      const command = file.method === 'HEAD' ? new HeadObjectCommand(at) : new GetObjectCommand(at);
      return getSignedUrl(s3, command, { expiresIn: LINK_SECONDS });
    },
  };
}
