/** Stores the parts of search indexes as objects (Exports bucket, which keeps no old versions). */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { ObjectsNotDeleted } from '../../aws/s3-deletes.ts';
import type { PartObjects } from './index-records.ts';
import { decodePart, encodePart } from './part.ts';
import { searchIndexPrefix } from './part-keys.ts';

/** Maximum number of objects per DeleteObjects. */
const BATCH = 1000;

export function partObjectStore(s3: S3Client, Bucket: string): PartObjects {
  return {
    async put(formId, segments) {
      const key = `${searchIndexPrefix(formId)}${randomUUID()}`;
      const { bytes, head } = encodePart(segments);
      await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }));
      const { from = '' } = segments[0] ?? {};
      const { to = '' } = segments.at(-1) ?? {};
      return { from, to, key, head, size: bytes.length };
    },

    async get({ key }) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
        return Body && decodePart(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(keys) {
      for (let start = 0; start < keys.length; start += BATCH) {
        const Objects = keys.slice(start, start + BATCH).map((Key) => ({ Key }));
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0)
          throw new ObjectsNotDeleted(`${Errors.length} objects: ${Errors[0]?.Code ?? ''}`);
      }
    },

    async list(formId) {
      const keys: string[] = [];
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: searchIndexPrefix(formId) });
      for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key = '' }) => Key));
      return keys;
    },
  };
}
