/** Makes the S3 emulator enforce presigned POSTs' policies, which s3rver ignores. */
import type { Readable } from 'node:stream';
import type { S3rverContext, S3rverObject } from '@20minutes/s3rver';
import { fieldsBeforeFile } from './post-fields.ts';
import { checkPost } from './post-policy.ts';

/** An object that a form upload has stored. */
export interface UploadedObject {
  readonly bucket: string;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Returns the middleware for form uploads. Other requests pass through unchanged.
 * @param onStored called after each upload
 */
export async function presignedPosts(
  onStored: (stored: UploadedObject) => void = () => undefined,
): Promise<(context: S3rverContext, next: () => Promise<unknown>) => Promise<unknown>> {
  const { default: S3Error } = await import('@20minutes/s3rver/lib/models/error.js');
  return async (context, next) => {
    if (context.method !== 'POST' || !context.headers['content-type']?.startsWith('multipart/form-data'))
      return next();
    const fields = (await fieldsBeforeFile(context.req)) ?? new Map<string, string>();
    const { store } = context;
    const putObject = async (object: S3rverObject): Promise<{ size: number; md5: string }> => {
      const checked = checkPost({ bucket: object.bucket, fields }, Date.now());
      if ('refusal' in checked) throw new S3Error(checked.refusal.code, checked.refusal.message);
      const { least, most } = checked.range;
      const { content, size } = counted(object.content);
      const stored = await store.putObject(Object.assign(object, { content }));
      if (size() >= least && size() <= most) {
        onStored({ bucket: object.bucket, key: object.key, size: size() });
        return stored;
      }
      await store.deleteObject(object.bucket, object.key);
      throw size() > most
        ? new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
            ProposedSize: size(),
            MaxSizeAllowed: most,
          })
        : new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
            ProposedSize: size(),
            MinSizeAllowed: least,
          });
    };
    // Errors must be thrown here, so that they reach browsers with the bucket's CORS headers.
    context.store = Object.create(store, { putObject: { value: putObject } }) as typeof store;
    return next();
  };
}

/** Wraps the content to count its bytes. `size` returns the total once the content has been read. */
function counted(content: Readable | Buffer): { content: Readable | Buffer; size: () => number } {
  if (Buffer.isBuffer(content)) return { content, size: () => content.length };
  let size = 0;
  const counting = content.on('data', (chunk: Buffer) => (size += chunk.length)).pause();
  return { content: counting, size: () => size };
}
