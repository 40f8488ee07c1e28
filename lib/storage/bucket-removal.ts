/** The removal policy of buckets. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Returns the properties that retain a bucket when its stack is deleted. With `svc:deleteDataWithStack` a custom
 * resource of CDK empties the bucket first, old versions included, because CloudFormation deletes only empty buckets.
 */
export function bucketRemoval({
  deleteDataWithStack,
}: StageSettings): Pick<BucketProps, 'autoDeleteObjects' | 'removalPolicy'> {
  return deleteDataWithStack
    ? { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true }
    : { removalPolicy: RemovalPolicy.RETAIN };
}
