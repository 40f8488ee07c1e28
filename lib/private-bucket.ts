/** A bucket that nobody outside the service reaches, and only over TLS. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

export interface PrivateBucketProps extends Pick<BucketProps, 'cors' | 'lifecycleRules'> {
  readonly settings: StageSettings;
}

export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { settings, ...props }: PrivateBucketProps) {
    super(scope, id, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      encryption: BucketEncryption.S3_MANAGED,
      removalPolicy: settings.deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
