/** Where S3 writes who read and wrote what in the stack's buckets, while the stage asks for it. */
import { Duration, type Stack } from 'aws-cdk-lib';
import { Bucket, BucketEncryption, BlockPublicAccess, type IBucket } from 'aws-cdk-lib/aws-s3';
import { lifetimeOf } from './bucket-lifetime.ts';
import type { StageSettings } from '../stage-settings.ts';

const ID = 'FormAccessLogs';

/** The one bucket of access logs of a stack; undefined without `svc:bucketAccessLogDays`. */
export function accessLogsOf(stack: Stack, settings: StageSettings): IBucket | undefined {
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
    ...lifetimeOf(settings),
  });
}
