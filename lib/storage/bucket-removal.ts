/** Chooses the removal policy for buckets. */
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import { dataRemoval } from '../settings/data-protection.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * Returns properties that retain a bucket when its stack is deleted. With `svc:deleteDataWithStack`, a CDK
 * custom resource empties the bucket first, including old versions, because CloudFormation only deletes empty
 * buckets.
 */
export function bucketRemoval(
  settings: StageSettings,
): Pick<BucketProps, 'autoDeleteObjects' | 'removalPolicy'> {
  return {
    removalPolicy: dataRemoval(settings),
    ...(settings.deleteDataWithStack && { autoDeleteObjects: true }),
  };
}
