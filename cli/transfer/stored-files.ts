/** Reads and writes submitted files in a service's bucket, for exports and imports. */
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';

/**
 * Returns functions that read and write submitted files.
 * @param deleted if true, also reads the last version of deleted files
 */
export function storedFiles(s3: S3Client, Bucket: string, { deleted = false }: { deleted?: boolean } = {}) {
  async function open(
    Key: string,
    VersionId?: string,
  ): Promise<{ stream: Readable; size: number } | undefined> {
    try {
      const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      return Body instanceof Readable ? { stream: Body, size: ContentLength } : undefined;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** Returns the last version of a deleted file. S3 stores this version for 30 days after the deletion. */
  async function lastVersion(Prefix: string): Promise<string | undefined> {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, MaxKeys: 10 }));
    return Versions.find(({ Key }) => Key === Prefix)?.VersionId;
  }

  return {
    /** Opens a file. Returns undefined if there is no such file. */
    async open(key: string): Promise<{ stream: Readable; size: number } | undefined> {
      const found = await open(key);
      if (found !== undefined || !deleted) return found;
      const version = await lastVersion(key);
      return version === undefined ? undefined : open(key, version);
    },

    async exists(Key: string): Promise<boolean> {
      try {
        await s3.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },

    async put(Key: string, Body: Readable, ContentType: string): Promise<void> {
      await new Upload({ client: s3, params: { Bucket, Key, Body, ContentType } }).done();
    },
  };
}

const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
