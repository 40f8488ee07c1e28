/** Copies the assets of a release into the bucket that the stack's functions take their code from. */
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
  /** Digests of the version before, whose assets are kept for a rollback. */
  readonly before: readonly string[];
  /** A certificate and the region where it's needed, if the service has a domain. */
  readonly certificate?: { readonly arn: string; readonly region: string } | undefined;
}

/** Number of objects that are written at once. */
const AT_ONCE = 8;

const keyOf = (digest: string): string => `${digest}.zip`;

/**
 * Downloads the assets unless the bucket has them, and deletes those of older versions. Writes nothing if
 * any of the assets is wrong.
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

/** A wrong region would only be noticed after everything else was created. */
function checkCertificate(certificate: Staging['certificate']): void {
  if (certificate === undefined) return;
  const { arn, region } = certificate;
  const own = arn.split(':')[3] ?? '';
  if (own !== region)
    throw new StagingFailed(
      `CertificateArn is in ${own}, but must be in ${region}. ` +
        (region === 'us-east-1'
          ? 'CloudFront takes certificates from there.'
          : 'API Gateway needs it there.'),
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
