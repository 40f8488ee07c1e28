/** Creates the stack's buckets in an S3 emulator for one test. They contain no objects. */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { startS3 } from '../../../local/s3/s3-emulator.ts';
import { Stack } from '../../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../assembly/assembly.ts';

export interface TestBuckets {
  readonly s3: S3Client;
  readonly endpoint: string;
  readonly attachments: string;
  readonly exports: string;
  /** Returns the keys of all objects in a bucket. */
  keys(bucket: string): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startBuckets(): Promise<TestBuckets> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-buckets-'));
  const nowhere = 'http://127.0.0.1:1';
  const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: nowhere, apiEndpoint: nowhere });
  const emulator = await startS3(stack, folder);
  const s3 = new S3Client({
    endpoint: emulator.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const declared = stack.resources(['AWS::S3::Bucket'], z.object({}));
  const named = (part: string): string => {
    const found = declared.find(({ logicalId }) => logicalId.startsWith(`Storage${part}`));
    if (!found) throw new Error(`The stack has no bucket ${part}`);
    return found.ref;
  };
  return {
    s3,
    endpoint: emulator.endpoint,
    attachments: named('Attachments'),
    exports: named('Exports'),
    async keys(bucket) {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key = '' }) => Key);
    },
    async stop() {
      s3.destroy();
      await emulator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
