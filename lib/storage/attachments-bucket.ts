/** Creates the bucket for submitted files, which keeps deleted files for 30 days. */
import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, CfnBucketPolicy, HttpMethods, type IBucket, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PrivateBucket } from './private-bucket.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Prefix of uploads that haven't been submitted yet. */
export const UPLOADS = 'uploads/';
/** Prefix of submitted files, which are stored under their form's id. */
export const ATTACHMENTS = 'frm_';

/**
 * Days during which a deleted or overwritten file can be restored (docs/backup-and-restore.md). Only the function
 * that erases data for data requests is allowed to delete old versions.
 */
const OLD_VERSIONS_DAYS = 30;

const LIFECYCLE: LifecycleRule[] = [
  // Keep old versions of unsubmitted uploads for only one day, because nobody needs to restore them.
  { prefix: UPLOADS, expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
  { prefix: ATTACHMENTS, noncurrentVersionExpiration: Duration.days(OLD_VERSIONS_DAYS) },
  // Removes delete markers that have no old versions left.
  { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
];

/** Creates the bucket, or returns the restored bucket from `svc:restore`. */
export function attachmentsBucket(scope: Construct, id: string, settings: StageSettings): IBucket {
  const restored = settings.restore.buckets.Attachments;
  if (restored !== undefined) return restoredBucket(scope, id, restored);
  return new PrivateBucket(scope, id, {
    settings,
    versioned: true,
    // Allow all origins, because forms can be on any website and upload files from the browser with presigned
    // URLs.
    cors: [
      {
        allowedOrigins: ['*'],
        allowedMethods: [HttpMethods.POST, HttpMethods.GET],
        allowedHeaders: ['*'],
        exposedHeaders: ['ETag'],
        maxAge: 3600,
      },
    ],
    lifecycleRules: LIFECYCLE,
  });
}

/**
 * Returns the restored bucket and adds only the bucket policy. `npm run restore` applies the other settings.
 */
function restoredBucket(scope: Construct, id: string, name: string): IBucket {
  const bucket = Bucket.fromBucketName(scope, id, name);
  new CfnBucketPolicy(scope, `${id}Policy`, {
    bucket: name,
    policyDocument: new PolicyDocument({
      statements: [
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: ['s3:*'],
          resources: [bucket.bucketArn, bucket.arnForObjects('*')],
          conditions: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ],
    }),
  });
  return bucket;
}
