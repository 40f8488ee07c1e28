/** A bucket that keeps the stream records that a function could not handle after every retry. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import { PrivateBucket } from './private-bucket.ts';
import type { Grant, GrantTarget } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

/** A bucket rather than a queue: it keeps the record itself, while a queue is told only where the record was. */
export class FailedRecords extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StageSettings }) {
    super(scope, id);
    this.bucket = new PrivateBucket(this, 'Bucket', {
      settings,
      lifecycleRules: [{ expiration: Duration.days(30) }],
    });
    // `npm run redrive -- --records` finds the bucket by this output.
    new CfnOutput(this, 'BucketName', { value: this.bucket.bucketName }).overrideLogicalId(`${id}Bucket`);
  }

  /** For `onFailure` of an event source. CDK's own destination would let the function do far more with the bucket. */
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

  /** Lets a function find out how many batches wait. */
  readonly grantCount = (fn: GrantTarget): void =>
    fn.allow(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] }));

  /** Lets a function read the records and delete them, and tells it the bucket's name under this variable. */
  grantTakeOut(variable: VariableName): Grant {
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
