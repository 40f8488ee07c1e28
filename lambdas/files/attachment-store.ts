/** Stores, copies and deletes files (Attachments bucket). */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '../aws/call-errors.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { retry } from '../core/retry.ts';
import type {
  IncomingFile,
  IngestFileStore,
  FormFileAttachment,
  UploadedAttachment,
  SubmissionWithFiles,
} from './incoming-file.ts';
import { uploadRefused, type Upload } from './upload.ts';
import { attachmentKey, uploadKey } from './object-keys.ts';

/**
 * Timeout for storing all of a submission's files, in milliseconds. It ensures that the request ends before
 * the gateway's timeout of 30 s.
 */
const STORE_TIMEOUT_MS = 12_000;

export function attachmentStore(s3: S3Client, Bucket: string) {
  const put = (Key: string, { posted, attachment }: FormFileAttachment, signal: AbortSignal) => {
    const { content_type: ContentType, size: ContentLength } = attachment;
    const send = (Body: Uint8Array | Readable) =>
      s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength }), {
        abortSignal: signal,
      });
    const bytes = posted.read();
    if (bytes instanceof Uint8Array) return send(bytes);
    // Retry here, because the SDK only retries if the file's content is in memory. Each attempt reads the
    // stream again.
    return retry(() => send(Readable.from(posted.read())), {
      attempts: 3,
      firstWaitMs: 100,
      pause,
      isRetryable: (error) => !signal.aborted && isOutage(error),
    });
  };

  const copy = (Key: string, file: UploadedAttachment, signal: AbortSignal) =>
    s3.send(
      new CopyObjectCommand({
        Bucket,
        Key,
        CopySource: `${Bucket}/${uploadKey(file.upload)}`,
        CopySourceIfMatch: file.version,
        MetadataDirective: 'REPLACE',
        ContentType: file.attachment.content_type,
      }),
      { abortSignal: signal },
    );

  const remove = async (Key: string): Promise<void> => {
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  };

  return {
    async findUploaded(upload) {
      try {
        const head = await s3.send(new HeadObjectCommand({ Bucket, Key: uploadKey(upload) }));
        return { size: head.ContentLength ?? 0, version: head.ETag ?? '' };
      } catch (error) {
        // S3 returns 403 instead of 404 for a missing object if the role has no permission to list the
        // bucket.
        if (statusOf(error) === 404 || statusOf(error) === 403) return undefined;
        throw new Unavailable(undefined, { cause: error });
      }
    },

    async keep(submission, files) {
      const signal = AbortSignal.timeout(STORE_TIMEOUT_MS);
      const kept = await Promise.allSettled(
        files.map((file) => {
          const key = attachmentKey(submission, file.attachment.file_id);
          return 'posted' in file ? put(key, file, signal) : copy(key, file, signal);
        }),
      );
      // Wait until all S3 requests have ended, even if one fails. Otherwise, a file could be stored after the
      // submission's other files were deleted.
      for (const [index, result] of kept.entries()) {
        if (result.status === 'rejected') throw failureOf(result.reason, files[index]);
      }
    },

    async drop(submission) {
      await Promise.allSettled(
        submission.attachments.map(({ file_id }) => remove(attachmentKey(submission, file_id))),
      );
    },

    /**
     * Deletes all of a submission's files.
     * @throws S3 errors
     */
    async remove(
      of: Pick<SubmissionWithFiles, 'form_id' | 'submission_id'>,
      fileIds: readonly string[],
    ): Promise<void> {
      await Promise.all(fileIds.map((fileId) => remove(attachmentKey(of, fileId))));
    },

    /**
     * Deletes an uploaded file.
     * @throws S3 errors
     */
    async removeUploaded(upload: Pick<Upload, 'form_id' | 'upload_id'>): Promise<void> {
      await remove(uploadKey(upload));
    },
  } satisfies Pick<IngestFileStore, 'findUploaded' | 'keep' | 'drop'> & Record<string, unknown>;
}

function failureOf(reason: unknown, file: IncomingFile | undefined): Error {
  const status = statusOf(reason);
  if (file && 'upload' in file && (status === 404 || status === 412))
    return uploadRefused(`${file.upload.upload_id} was changed or no longer exists`);
  return new Unavailable(undefined, { cause: reason });
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
