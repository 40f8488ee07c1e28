/**
 * Applies the service's file bucket settings to a restored bucket. The stack sets the bucket policy.
 */
import {
  PutBucketCorsCommand,
  PutBucketEncryptionCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BucketOfTemplate } from './stack-template.ts';

/** Applies the settings. Safe to repeat, because each setting is overwritten completely. */
export async function prepareRestoredBucket(
  s3: S3Client,
  Bucket: string,
  wanted: BucketOfTemplate,
): Promise<void> {
  await s3.send(
    new PutPublicAccessBlockCommand({
      Bucket,
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    }),
  );
  await s3.send(
    new PutBucketEncryptionCommand({
      Bucket,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    }),
  );
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  const { CorsRules } = wanted.CorsConfiguration;
  await s3.send(
    new PutBucketCorsCommand({
      Bucket,
      CORSConfiguration: {
        CORSRules: CorsRules.map(({ ExposedHeaders, MaxAge, ...rule }) => ({
          ...rule,
          ExposeHeaders: ExposedHeaders,
          MaxAgeSeconds: MaxAge,
        })),
      },
    }),
  );
  await s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: { Rules: wanted.LifecycleConfiguration.Rules.map(lifecycleRule) },
    }),
  );
}

function lifecycleRule(
  rule: BucketOfTemplate['LifecycleConfiguration']['Rules'][number],
  index: number,
): LifecycleRule {
  const { Prefix, ExpirationInDays: Days, ExpiredObjectDeleteMarker, ...rest } = rule;
  const Expiration =
    Days === undefined ? ExpiredObjectDeleteMarker && { ExpiredObjectDeleteMarker } : { Days };
  return {
    ID: `rule-${index + 1}`,
    Status: 'Enabled',
    Filter: { Prefix },
    ...rest,
    ...(Expiration && { Expiration }),
  };
}
