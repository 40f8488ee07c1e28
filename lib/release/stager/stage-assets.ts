/** Copies a release's assets into the bucket that the stack's functions load their code from. */
import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { downloadAssets, StagingFailed, type Source } from './asset-source.ts';

export interface Staging {
  /** The stack's own bucket. */
  readonly bucket: string;
  readonly source: Source;
  /** SHA-256 digests of the assets. An asset's key is `<digest>.zip`. */
  readonly digests: readonly string[];
  /** SHA-256 digests of the previous version's assets, which are kept for a rollback. */
  readonly before: readonly string[];
  /** The certificate's ARN and the region that it must be in. Absent if the service has no custom domain. */
  readonly certificate?: { readonly arn: string; readonly region: string } | undefined;
}

/** Maximum number of objects to write in parallel. */
const AT_ONCE = 8;

const keyOf = (digest: string): string => `${digest}.zip`;

/**
 * Downloads the assets if the bucket doesn't contain them yet, and deletes the assets of older versions.
 * Writes nothing if any asset is invalid.
 * @throws StagingFailed
 */
export async function stageAssets(
  { bucket, source, digests, before, certificate }: Staging,
  s3: S3Client,
): Promise<void> {
  checkCertificate(certificate);
  const existing = await keysIn(bucket, s3);
  const missing = digests.filter((digest) => !existing.includes(keyOf(digest)));
  if (missing.length > 0) {
    const assets = [...(await downloadAssets(source, missing, s3))];
    for (let start = 0; start < assets.length; start += AT_ONCE)
      await Promise.all(
        assets
          .slice(start, start + AT_ONCE)
          .map(([digest, Body]) =>
            s3.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(digest), Body })),
          ),
      );
  }
  const needed = new Set([...digests, ...before].map(keyOf));
  await remove(
    bucket,
    existing.filter((key) => !needed.has(key)),
    s3,
  );
}

/** Deletes all assets, so that CloudFormation can delete the bucket. */
export async function removeAssets(bucket: string, s3: S3Client): Promise<void> {
  try {
    await remove(bucket, await keysIn(bucket, s3), s3);
  } catch (error) {
    if (!(error instanceof NoSuchBucket)) throw error;
  }
}

/**
 * Checks the certificate's region, because a deployment with the wrong region would only fail after creating
 * all other resources.
 */
function checkCertificate(certificate: Staging['certificate']): void {
  if (certificate === undefined) return;
  const { arn, region } = certificate;
  const own = arn.split(':')[3] ?? '';
  if (own !== region)
    throw new StagingFailed(
      `CertificateArn is in ${own}, but must be in ${region}. ` +
        (region === 'us-east-1'
          ? 'CloudFront only uses certificates from that region.'
          : 'API Gateway only uses certificates from its own region.'),
    );
}

async function keysIn(bucket: string, s3: S3Client): Promise<string[]> {
  const keys: string[] = [];
  let next: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(next !== undefined && { ContinuationToken: next }) }),
    );
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    next = page.NextContinuationToken;
  } while (next !== undefined);
  return keys;
}

async function remove(bucket: string, keys: readonly string[], s3: S3Client): Promise<void> {
  // S3 deletes up to 1,000 objects per request.
  for (let start = 0; start < keys.length; start += 1000) {
    const Objects = keys.slice(start, start + 1000).map((Key) => ({ Key }));
    await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
  }
}
