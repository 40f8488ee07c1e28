/** Loads the functions' code from the bucket that a release's template copies it to. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CREDENTIALS, REGION } from '../aws-names.ts';
import type { Stack } from '../template/stack.ts';
import { unzip } from './unzip.ts';

/**
 * Unpacks all functions' code. Does nothing if the template doesn't stage its assets.
 * @param endpoint the S3 emulator's URL
 */
export async function unpackStagedCode(stack: Stack, endpoint: string): Promise<void> {
  const [staged] = stack.customResources('Custom::StagedAssets');
  if (staged === undefined) return;
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const s3 = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
  try {
    for (const [Key, folder] of stack.assetFolders) {
      if (existsSync(folder)) continue;
      const { Body } = await s3.send(
        new GetObjectCommand({ Bucket: String(staged.properties['Bucket']), Key }),
      );
      const zip = Buffer.from((await Body?.transformToByteArray()) ?? []);
      // Unzip to a temporary folder and rename it when it's complete, so that an interrupted start can't
      // leave an incomplete `folder`.
      const making = `${folder}.new`;
      rmSync(making, { recursive: true, force: true });
      for (const [name, content] of unzip(zip)) {
        const file = join(making, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      renameSync(making, folder);
    }
  } finally {
    s3.destroy();
  }
}
