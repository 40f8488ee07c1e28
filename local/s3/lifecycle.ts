/**
 * Applies the lifecycle rules for the template's buckets. Deletes objects after the configured number of
 * days, as S3 does.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { hasCode } from '../runner-error.ts';
import type { VersionStore } from './version-store.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Folder where s3rver stores the parts of incomplete uploads, below the bucket's folder. */
const INCOMPLETE_UPLOADS = '._S3rver_uploads';

/** The lifecycle configuration that the runner supports. Any other rule causes an error. */
export const lifecycleConfiguration = z.object({
  Rules: z.array(
    z.strictObject({
      Id: z.string().optional(),
      Status: z.enum(['Enabled', 'Disabled']),
      Prefix: z.string().default(''),
      ExpirationInDays: z.coerce.number().optional(),
      AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.coerce.number() }).optional(),
      NoncurrentVersionExpiration: z.object({ NoncurrentDays: z.coerce.number() }).optional(),
      ExpiredObjectDeleteMarker: z.boolean().optional(),
    }),
  ),
});

export interface BucketLifecycle {
  readonly bucket: string;
  /** The bucket's folder in the emulator. */
  readonly folder: string;
  readonly rules: z.infer<typeof lifecycleConfiguration>['Rules'];
  /** Undefined if the bucket isn't versioned. */
  readonly versions?: VersionStore | undefined;
}

/**
 * Deletes objects from the bucket according to its rules. S3 counts whole days, starting at midnight
 * (docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html).
 */
export async function applyLifecycle(
  client: S3Client,
  { bucket, folder, rules, versions }: BucketLifecycle,
  now: number,
): Promise<void> {
  for (const rule of rules.filter(({ Status }) => Status === 'Enabled')) {
    if (rule.ExpirationInDays !== undefined)
      await expireObjects(client, bucket, rule.Prefix, (at) => isDue(at, rule.ExpirationInDays ?? 0, now));
    const { DaysAfterInitiation: days } = rule.AbortIncompleteMultipartUpload ?? {};
    if (days !== undefined) await abortUploads(folder, (at) => isDue(at, days, now));
    const { NoncurrentDays: oldDays } = rule.NoncurrentVersionExpiration ?? {};
    if (versions && oldDays !== undefined)
      await expireVersions(versions, rule.Prefix, (at) => isDue(at, oldDays, now));
    if (versions && rule.ExpiredObjectDeleteMarker === true) await removeLoneMarkers(versions, rule.Prefix);
  }
}

/** Deletes old versions. A version becomes old when the next version of its object is stored. */
async function expireVersions(
  versions: VersionStore,
  prefix: string,
  isOld: (replacedAt: number) => boolean,
): Promise<void> {
  const all = await versions.list(prefix);
  for (const [index, { key, id, isLatest }] of all.entries()) {
    const next = all[index - 1];
    if (!isLatest && next && isOld(next.at)) await versions.remove(key, id);
  }
}

/** Removes delete markers of objects that have no other versions. */
async function removeLoneMarkers(versions: VersionStore, prefix: string): Promise<void> {
  const all = await versions.list(prefix);
  for (const [index, { key, id, isMarker, isLatest }] of all.entries()) {
    if (isMarker && isLatest && all[index + 1]?.key !== key) await versions.remove(key, id);
  }
}

/** Returns true if `days` days have passed since `since`, rounded up to the next midnight (UTC). */
function isDue(since: number, days: number, now: number): boolean {
  return Math.ceil((since + days * DAY_MILLISECONDS) / DAY_MILLISECONDS) * DAY_MILLISECONDS <= now;
}

async function expireObjects(
  client: S3Client,
  bucket: string,
  prefix: string,
  isOld: (modifiedAt: number) => boolean,
): Promise<void> {
  const { DeleteObjectCommand, paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: prefix },
  )) {
    for (const { Key, LastModified } of Contents) {
      if (LastModified && isOld(LastModified.getTime()))
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    }
  }
}

async function abortUploads(folder: string, isOld: (begunAt: number) => boolean): Promise<void> {
  const uploads = path.join(folder, INCOMPLETE_UPLOADS);
  const names = await readdir(uploads).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names) {
    const upload = path.join(uploads, name);
    if (isOld((await stat(upload)).birthtimeMs)) await rm(upload, { recursive: true, force: true });
  }
}
