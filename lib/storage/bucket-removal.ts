/** Chooses the removal policy for buckets. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Returns properties that retain a bucket when its stack is deleted. With `svc:deleteDataWithStack`, a CDK
 * custom resource empties the bucket first, including old versions, because CloudFormation only deletes empty
 * buckets.
 */
export function bucketRemoval({
  deleteDataWithStack,
}: StageSettings): Pick<BucketProps, 'autoDeleteObjects' | 'removalPolicy'> {
  return deleteDataWithStack
    ? { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true }
    : { removalPolicy: RemovalPolicy.RETAIN };
}
