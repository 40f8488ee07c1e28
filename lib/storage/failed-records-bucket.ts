/** Creates the on-failure destination for stream records that a function could not process. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { PrivateBucket } from './private-bucket.ts';
import type { Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/**
 * A bucket for failed stream records. Lambda writes complete records to a bucket, whereas a queue only
 * receives their position in the stream.
 */
export class FailedRecords extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StageSettings }) {
    super(scope, id);
    this.bucket = new PrivateBucket(this, 'Bucket', {
      settings,
      lifecycleRules: [{ expiration: Duration.days(30) }],
    });
    // Outputs the bucket's name for `npm run redrive -- --records`.
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucketName }).overrideLogicalId(`${id}Bucket`);
  }

  /**
   * Returns the destination for an event source's `onFailure`. CDK's `S3OnFailureDestination` grants more
   * than Lambda needs.
   */
  get destination(): IEventSourceDlq {
    const { bucketArn } = this.bucket;
    return {
      bind(_, handler) {
        handler.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }));
        handler.addToRolePolicy(
          new PolicyStatement({ actions: ['s3:PutObject'], resources: [`${bucketArn}/aws/lambda/*`] }),
        );
        return { destination: bucketArn };
      },
    };
  }

  /**
   * Returns a grant that lets a function read and delete the records.
   * @param variable environment variable for the bucket's name
   */
  grantReadAndDelete(variable: VariableName): Grant {
    return (fn) => {
      const { bucketArn, bucketName } = this.bucket;
      fn.setVariable(variable, bucketName);
      fn.allow(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }));
      fn.allow(
        new PolicyStatement({
          actions: ['s3:GetObject', 's3:DeleteObject'],
          resources: [`${bucketArn}/aws/lambda/*`],
        }),
      );
    };
  }
}

/** Returns a grant that lets a function count the failed batches in these buckets. */
export function grantCount(failedRecords: readonly FailedRecords[]): Grant {
  return (fn) => {
    const names = failedRecords.map(({ node, bucket }) => [node.id, bucket.bucketName] as const);
    fn.setVariable('FAILED_RECORDS_BUCKETS', Stack.of(fn).toJsonString(Object.fromEntries(names)));
    const resources = failedRecords.map(({ bucket }) => bucket.bucketArn);
    fn.allow(new PolicyStatement({ actions: ['s3:ListBucket'], resources }));
  };
}
