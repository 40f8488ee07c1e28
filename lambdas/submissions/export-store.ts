/** Exports that are too large for an answer (bucket Exports); its lifecycle deletes them after a day. */
import { AbortMultipartUploadCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';

/** Parts of an upload; two are on their way while the next one is being made. */
const PART_BYTES = 8 * 1024 * 1024;
const PARALLEL_PARTS = 2;
/** For how long a link to an export works: it is followed at once. */
const LINK_SECONDS = 300;

export interface ExportedFile {
  readonly formId: string;
  /** Unguessable part of its key. */
  readonly exportId: string;
  readonly contentType: string;
  readonly contentDisposition: string;
}

export function exportStore(s3: S3Client, bucket: string) {
  return {
    /** Stores the file while it is being made, whole or not at all, and gives a short-lived link to it. */
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
        // What was in the way matters, not whether the parts went: the bucket drops those of unfinished uploads too.
        const UploadId = upload.uploadId;
        if (UploadId !== undefined)
          await s3.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
        throw error;
      }
      return getSignedUrl(s3, new GetObjectCommand(at), { expiresIn: LINK_SECONDS });
    },
  };
}
