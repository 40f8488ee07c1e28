/** Creates the bucket for S3 server access logs. */
import { Duration, type Stack } from 'aws-cdk-lib';
import { Bucket, BucketEncryption, BlockPublicAccess, type IBucket } from 'aws-cdk-lib/aws-s3';
import { bucketRemoval } from './bucket-removal.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

const ID = 'FormAccessLogs';

/** Returns the bucket for the access logs of all buckets, or undefined without `svc:bucketAccessLogDays`. */
export function accessLogsBucketOf(stack: Stack, settings: StageSettings): IBucket | undefined {
  const days = settings.bucketAccessLogDays;
  if (days === undefined) return undefined;
  const present = stack.node.tryFindChild(ID);
  if (present instanceof Bucket) return present;
  return new Bucket(stack, ID, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    encryption: BucketEncryption.S3_MANAGED,
    lifecycleRules: [
      { expiration: Duration.days(days), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    ...bucketRemoval(settings),
  });
}
