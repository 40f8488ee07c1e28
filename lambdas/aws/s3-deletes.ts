/** Deletes all objects under a prefix of a bucket. */
import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';

/** Thrown when S3 could not delete some objects. A later call might succeed. */
export class ObjectsNotDeleted extends Error {
  override readonly name = 'ObjectsNotDeleted' as const;
}

/**
 * Deletes the objects with the key prefix `prefix`, or as many as possible before `isOutOfTime` returns true.
 * Resolves to true if no objects are left. If it resolves to false, call it again to continue.
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
