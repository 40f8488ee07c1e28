/** Deletes all objects under a prefix of a bucket. */
import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';

/** S3 could not delete some objects. A later call may succeed. */
export class ObjectsNotDeleted extends Error {
  override readonly name = 'ObjectsNotDeleted' as const;
}

/**
 * Deletes the objects whose keys start with `prefix`, or as many as it can before `isOutOfTime`. Resolves to
 * true if none are left. If you call it again, it continues where it stopped.
 * @throws ObjectsNotDeleted with the first reason that S3 gave
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
      if (Errors.length > 0) throw new ObjectsNotDeleted(`${Errors.length}: ${Errors[0]?.Code ?? ''}`);
    }
    if (!IsTruncated) return true;
    if (isOutOfTime()) return false;
  }
}
