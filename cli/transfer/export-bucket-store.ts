/** Stores an export under a prefix of an S3 bucket. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DamagedExport } from '../operator-errors.ts';
import type { ExportPlace } from './export-place.ts';

export function exportBucket(s3: S3Client, Bucket: string, prefix: string): ExportPlace {
  const keyOf = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);

  async function get(name: string): Promise<{ body: Readable; size: number } | undefined> {
    try {
      const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ Bucket, Key: keyOf(name) }));
      return Body instanceof Readable ? { body: Body, size: ContentLength } : undefined;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  return {
    name: `s3://${Bucket}/${prefix}`,

    async write(name, Body) {
      await s3.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body }));
    },

    async writeStream(name, Body) {
      // Uploads the stream in chunks, because the client can't retry a call with a streamed body. Only a few
      // chunks are in memory at once.
      await new Upload({ client: s3, params: { Bucket, Key: keyOf(name), Body } }).done();
    },

    async read(name, mostBytes) {
      const found = await get(name);
      if (found === undefined) return undefined;
      if (found.size > mostBytes) {
        found.body.destroy();
        throw new DamagedExport(`${name} is larger than the maximum size of a part.`);
      }
      return buffer(found.body);
    },

    readStream: async (name) => (await get(name))?.body,

    async remove(name) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },
  };
}
