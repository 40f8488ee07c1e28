/**
 * Stores the ZIP files of exports (Exports bucket). The bucket's lifecycle rule deletes them after seven
 * days.
 */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as z from 'zod';
import { uploadStream } from '../../aws/streamed-upload.ts';
import { DAY } from '../../core/clock.ts';
import { ZIP_DAYS, type DataRequest } from '../data-request.ts';

/** How long a download link is valid, in seconds. */
const LINK_SECONDS = 300;

/** Returns the key of the object that lists the submissions in a ZIP file. */
const idsKeyOf = (zipKey: string): string => zipKey.replace(/\.zip$/, '.json');

const ids = z.array(z.string());

export function zipStore(s3: S3Client, bucket: string) {
  return {
    /** Returns a link to the file, or undefined if the request has no file or the file has expired. */
    async linkTo({ zip_key: Key, finished_at }: DataRequest, now: number): Promise<string | undefined> {
      if (Key === undefined || finished_at === undefined) return undefined;
      if (now >= Date.parse(finished_at) + ZIP_DAYS * DAY) return undefined;
      const command = new GetObjectCommand({ Bucket: bucket, Key });
      return getSignedUrl(s3, command, { expiresIn: LINK_SECONDS });
    },

    /** Stores the file completely or not at all. */
    store: (Key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
      uploadStream(
        s3,
        {
          Bucket: bucket,
          Key,
          ContentType: 'application/zip',
          ContentDisposition: 'attachment; filename="data.zip"',
        },
        bytes,
      ),

    /** Stores which submissions are in the file, so that an erasure can find the file. */
    async storeIds(Key: string, submissionIds: readonly string[]): Promise<void> {
      const Body = JSON.stringify(submissionIds);
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: idsKeyOf(Key), Body }));
    },

    /** Returns the ids of the submissions in the file. Returns an empty list if the file was deleted. */
    async idsIn(Key: string): Promise<string[]> {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: idsKeyOf(Key) }));
        return ids.parse(JSON.parse((await Body?.transformToString()) ?? '[]'));
      } catch (error) {
        if (error instanceof NoSuchKey) return [];
        throw error;
      }
    },

    /** Deletes the file and its list of submissions, if they exist. */
    async remove(Key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: idsKeyOf(Key) }));
    },
  };
}
