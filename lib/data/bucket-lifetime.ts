/** Whether a bucket ends with its stack. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { StageSettings } from '../stage-settings.ts';

/**
 * A bucket stays when the stack is deleted. With `svc:deleteDataWithStack` it goes; as CloudFormation deletes only an
 * empty one, a function of CDK empties it before, old versions included.
 */
export function lifetimeOf({
  deleteDataWithStack,
}: StageSettings): Pick<BucketProps, 'autoDeleteObjects' | 'removalPolicy'> {
  return deleteDataWithStack
    ? { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true }
    : { removalPolicy: RemovalPolicy.RETAIN };
}
