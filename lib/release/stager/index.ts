/**
 * Copies a release's assets into the AWS account. The installable template contains this Lambda function's
 * code, so the code must be small. The code uses the AWS SDK that is included in the Lambda runtime.
 */
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { answer, requestWith } from '../../../lambdas/aws/custom-resource-client.ts';
import { removeAssets, stageAssets } from './stage-assets.ts';

const digests = z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/)));

/** CloudFormation passes all values as strings. */
const properties = z.object({
  Bucket: z.string(),
  SourceBucket: z.string(),
  SourceKey: z.string(),
  SourceUrl: z.string(),
  Size: z.pipe(z.string(), z.pipe(z.transform(Number), z.number())),
  Digests: digests,
  CertificateArn: z.string(),
  CertificateRegion: z.string(),
});

const request = requestWith(properties, z.object({ Digests: digests }));

export async function handler(event: unknown): Promise<void> {
  const s3 = new S3Client({
    followRegionRedirects: true,
    // Use path-style URLs for local S3 emulators, because they serve all buckets under one host name.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
  await answer(
    event,
    () => 'staged-assets',
    async () => {
      const parsed = request.parse(event);
      const { Bucket, SourceBucket, SourceKey, SourceUrl, Size, Digests, ...certificate } =
        parsed.ResourceProperties;
      const { CertificateArn: arn, CertificateRegion: region } = certificate;
      if (parsed.RequestType === 'Delete') {
        await removeAssets(Bucket, s3);
      } else {
        await stageAssets(
          {
            bucket: Bucket,
            source: { bucket: SourceBucket, key: SourceKey, url: SourceUrl, size: Size },
            digests: Digests,
            before: parsed.RequestType === 'Update' ? parsed.OldResourceProperties.Digests : [],
            certificate: arn === '' ? undefined : { arn, region },
          },
          s3,
        );
      }
      return { data: { Bucket } };
    },
  );
}
