/** A bucket that nobody outside the service reaches, and only over TLS. */
import { Stack } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { accessLogsOf } from './data/access-logs-bucket.ts';
import { lifetimeOf } from './data/bucket-lifetime.ts';
import type { StageSettings } from './stage-settings.ts';

export interface PrivateBucketProps extends Pick<BucketProps, 'cors' | 'lifecycleRules' | 'versioned'> {
  readonly settings: StageSettings;
}

export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { settings, ...props }: PrivateBucketProps) {
    const logs = accessLogsOf(Stack.of(scope), settings);
    super(scope, id, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      encryption: BucketEncryption.S3_MANAGED,
      ...(logs && {
        serverAccessLogsBucket: logs,
        serverAccessLogsPrefix: `${scope.node.id}-${id}/`.toLowerCase(),
      }),
      ...lifetimeOf(settings),
    });
  }
}
