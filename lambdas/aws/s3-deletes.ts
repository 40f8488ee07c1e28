/** Deletes all objects, or all object versions, with a given prefix in a bucket. */
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Thrown when S3 could not delete some objects. A later call might succeed. */
export class ObjectsNotDeleted extends Error {
  override readonly name = 'ObjectsNotDeleted' as const;
}

/**
 * Deletes the objects with the key prefix `prefix`, or as many as possible before `isOutOfTime` returns true.
 * Resolves to true if no objects are left. If the result is false, call the function again to continue.
 * @throws ObjectsNotDeleted with the first error that S3 reported
 */
export async function deleteObjects(
  s3: S3Client,
  bucket: string,
  prefix: string,
  isOutOfTime: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    const { Contents = [], IsTruncated = false } = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
    );
    if (Contents.length > 0) {
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const { Errors = [] } = await s3.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0)
        throw new ObjectsNotDeleted(`${Errors.length} objects: ${Errors[0]?.Code ?? ''}`);
    }
    if (!IsTruncated) return true;
    if (isOutOfTime()) return false;
  }
}

/**
 * Deletes all versions and delete markers with the key prefix `prefix`, so that the objects can't be restored.
 * Use this function only for small numbers of objects, such as a submission's files.
 * @throws S3 errors
 */
export async function deleteVersions(s3: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix }));
    const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    await Promise.all(
      found.map(({ Key, VersionId }) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }))),
    );
    if (page.IsTruncated !== true) return;
  }
}
