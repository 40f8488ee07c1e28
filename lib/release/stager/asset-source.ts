/** Downloads `assets.zip` from a bucket or URL and verifies its content. */
import { GetObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { NotAZip, zipEntries } from './zip-entries.ts';

/** A problem that is shown in the stack's events. The message explains in one or two sentences how to fix the problem. */
export class StagingFailed extends Error {
  override readonly name = 'StagingFailed';
}

export interface Source {
  /** Empty if the assets are downloaded from a URL. */
  readonly bucket: string;
  readonly key: string;
  readonly url: string;
  /** Size of `assets.zip` in bytes. */
  readonly size: number;
}

const DOWNLOAD_MILLISECONDS = 240_000;

/**
 * Downloads the assets with these SHA-256 digests.
 * @throws StagingFailed if the file can't be read, or if its content doesn't match the template
 */
export async function downloadAssets(
  source: Source,
  digests: readonly string[],
  s3: S3Client,
): Promise<Map<string, Buffer>> {
  const place = source.url === '' ? `s3://${source.bucket}/${source.key}` : source.url;
  const chunks = await (source.url === '' ? openObject(source, place, s3) : openUrl(source.url, place));
  const entries = entriesOf(await collect(chunks, source.size, place), place);
  return new Map(
    digests.map((digest) => {
      const content = entries.get(`${digest}.zip`);
      if (content === undefined)
        throw new StagingFailed(
          `${place} doesn't belong to this template. Use both files of the same release.`,
        );
      if (createHash('sha256').update(content).digest('hex') !== digest)
        throw new StagingFailed(
          `The content of ${place} was changed after the release: ${digest}.zip has another SHA-256 digest.`,
        );
      return [digest, content];
    }),
  );
}

async function openObject(
  { bucket, key }: Source,
  place: string,
  s3: S3Client,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    throw new StagingFailed(
      `${place} can't be read (${error.name}). Check AssetsBucket and AssetsKey, and that this account may read the object.`,
      { cause: error },
    );
  }
}

async function openUrl(url: string, place: string): Promise<AsyncIterable<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MILLISECONDS) });
  } catch (cause) {
    throw new StagingFailed(`${place} can't be reached. Check AssetsUrl.`, { cause });
  }
  if (response.ok && response.body !== null) return response.body;
  await response.body?.cancel();
  throw new StagingFailed(`${place} responded with status ${response.status}. Check AssetsUrl.`);
}

/**
 * Reads a file that must have exactly this size. Stops reading as soon as the file turns out to be larger.
 */
async function collect(chunks: AsyncIterable<Uint8Array>, size: number, place: string): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > size)
        throw new StagingFailed(
          `${place} is larger than ${size} bytes, the size of this release's assets.zip. Use both files of the same release.`,
        );
      read.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof StagingFailed) throw cause;
    throw new StagingFailed(
      `The download of ${place} was interrupted after ${length} of ${size} bytes. Try again.`,
      {
        cause,
      },
    );
  }
  if (length < size)
    throw new StagingFailed(`${place} is incomplete: it has ${length} of ${size} bytes. Upload it again.`);
  return Buffer.concat(read);
}

function entriesOf(zip: Buffer, place: string): Map<string, Buffer> {
  try {
    return zipEntries(zip);
  } catch (error) {
    if (!(error instanceof NotAZip)) throw error;
    throw new StagingFailed(`${place} is not the assets.zip of a release: ${error.message}.`, {
      cause: error,
    });
  }
}
