/** Everything about files that ingest loads only when a file comes. */
import { attachmentStore } from '../adapters/attachment-store.ts';
import { s3Client } from '../adapters/s3.ts';

export const attachmentsIn = (bucket: string) => attachmentStore(s3Client(), bucket);
