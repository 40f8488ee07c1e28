/** Defines an encrypted bucket with no public access that only accepts TLS connections. */
import { Stack } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { accessLogsBucketOf } from './access-logs-bucket.ts';
import { bucketRemoval } from './bucket-removal.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface PrivateBucketProps extends Pick<BucketProps, 'cors' | 'lifecycleRules' | 'versioned'> {
  readonly settings: StageSettings;
}

export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { settings, ...props }: PrivateBucketProps) {
    const logs = accessLogsBucketOf(Stack.of(scope), settings);
    super(scope, id, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      encryption: BucketEncryption.S3_MANAGED,
      ...(logs && {
        serverAccessLogsBucket: logs,
        serverAccessLogsPrefix: `${scope.node.id}-${id}/`.toLowerCase(),
      }),
      ...bucketRemoval(settings),
    });
  }
}
