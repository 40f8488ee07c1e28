/** Where stream records go that their function could not take after every retry. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Use } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';

/** A bucket rather than a queue: it keeps the record itself, a queue gets only where the record was. */
export class MissedRecords extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { settings }: { settings: StageSettings }) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(30) }],
      removalPolicy: settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
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

  /** Lets a function take the records out again, and tells it the bucket's name. */
  readonly toTake: Use = (fn) => {
    const { bucketArn, bucketName } = this.bucket;
    fn.setVariable('MISSED_SUBMISSIONS_BUCKET', bucketName);
    fn.allow(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }));
    fn.allow(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:DeleteObject'],
        resources: [`${bucketArn}/aws/lambda/*`],
      }),
    );
  };
}
