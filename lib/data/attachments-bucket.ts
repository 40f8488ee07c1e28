/** The bucket of the files of submissions, which keeps what is deleted for 30 days. */
import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, CfnBucketPolicy, HttpMethods, type IBucket, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PrivateBucket } from '../private-bucket.ts';
import type { StageSettings } from '../stage-settings.ts';

/** Files that wait for their submission. */
export const UPLOADS = 'uploads/';
/** The rest of the bucket: files under the ids of their forms. */
export const ATTACHMENTS = 'frm_';

/**
 * Days for which a deleted or overwritten file can be brought back; afterwards it is gone for good
 * (docs/backup-and-restore.md). No function of the service may delete old versions.
 */
const OLD_VERSIONS_DAYS = 30;

const LIFECYCLE: LifecycleRule[] = [
  // What nobody submitted is nothing to bring back.
  { prefix: UPLOADS, expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
  { prefix: ATTACHMENTS, noncurrentVersionExpiration: Duration.days(OLD_VERSIONS_DAYS) },
  // A mark of deletion is removed once it has nothing left to hide.
  { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
];

/** The stack's own bucket, or the restored one that `svc:restore` names. */
export function attachmentsBucket(scope: Construct, id: string, settings: StageSettings): IBucket {
  const restored = settings.restore.buckets.Attachments;
  if (restored !== undefined) return restoredBucket(scope, id, restored);
  return new PrivateBucket(scope, id, {
    settings,
    versioned: true,
    // Browsers post files to presigned addresses and follow signed links, from any website that has a form.
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

/** The stack keeps only the policy of such a bucket; `npm run restore` makes its other settings. */
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
