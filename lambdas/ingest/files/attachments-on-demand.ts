/**
 * Creates the parts of ingest that need the S3 client. `ingest-deps.ts` loads this file when the first file
 * arrives.
 */
import { attachmentStore } from '../../files/attachment-store.ts';
import { s3Client } from '../../aws/clients/s3-client.ts';

export const attachmentsIn = (bucket: string) => attachmentStore(s3Client('s3Files'), bucket);
