/** Everything about files that ingest loads only when a file comes. */
import { attachmentStore } from '../files/attachment-store.ts';
import { s3Client } from '../aws/clients/s3-client.ts';

export const attachmentsIn = (bucket: string) => attachmentStore(s3Client(), bucket);
