/** Creates presigned URLs for downloading files directly from the bucket. */
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Attachment } from './attachment.ts';
import { downloadDisposition, downloadType } from './download-headers.ts';
import { attachmentKey } from './object-keys.ts';

const VALID_SECONDS = 300;

/**
 * Signs the URL of a file. Anyone with the URL can download the file for five minutes.
 * @param method HTTP method of the redirected request, GET or HEAD; the signature is only valid for this
 *   method
 */
export type SignDownload = (
  of: { readonly form_id: string; readonly submission_id: string },
  file: Attachment,
  method: string,
) => Promise<string>;

export function downloadLinks(s3: S3Client, bucket: string): SignDownload {
  return (of, { file_id, name, content_type }, method) => {
    const input = {
      Bucket: bucket,
      Key: attachmentKey(of, file_id),
      ResponseContentDisposition: downloadDisposition(name),
      ResponseContentType: downloadType(content_type),
      ResponseCacheControl: 'private, no-store',
    };
    const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return getSignedUrl(s3, command, { expiresIn: VALID_SECONDS });
  };
}
