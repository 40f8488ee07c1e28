/** Tests presigned post policies and lifecycle rules in the S3 emulator. */
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CREDENTIALS, REGION } from '../../local/aws-names.ts';
import { applyLifecycle } from '../../local/s3/lifecycle.ts';
import { checkPost } from '../../local/s3/post-policy.ts';
import { startS3, type S3Emulator } from '../../local/s3/s3-emulator.ts';
import { Stack } from '../../local/template/stack.ts';

const DAY = 86_400_000;

describe('a post policy', () => {
  const client = new S3Client({ region: REGION, credentials: CREDENTIALS });
  afterAll(() => client.destroy());
  const sign = async (Expires: number) => {
    const { fields } = await createPresignedPost(client, {
      Bucket: 'files',
      Key: 'a/1',
      Expires,
      Fields: { 'Content-Type': 'text/plain' },
      Conditions: [
        ['content-length-range', 2, 3],
        ['starts-with', '$x-amz-meta-name', 'A'],
      ],
    });
    return new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  };

  test('defines the allowed file sizes', async () => {
    const fields = (await sign(60)).set('x-amz-meta-name', 'Ada');
    expect(checkPost({ bucket: 'files', fields }, Date.now())).toEqual({ range: { least: 2, most: 3 } });
  });

  test('expires', async () => {
    const fields = (await sign(60)).set('x-amz-meta-name', 'Ada');
    expect(checkPost({ bucket: 'files', fields }, Date.now() + 61_000)).toEqual({
      refusal: { code: 'AccessDenied', message: 'Invalid according to Policy: Policy expired.' },
    });
  });

  test('checks the start of a value and the bucket', async () => {
    const fields = (await sign(60)).set('x-amz-meta-name', 'Bob');
    const message =
      'Invalid according to Policy: Policy Condition failed: ["starts-with", "$x-amz-meta-name", "A"]';
    expect(checkPost({ bucket: 'files', fields }, Date.now())).toEqual({
      refusal: { code: 'AccessDenied', message },
    });
    fields.set('x-amz-meta-name', 'Ada');
    expect(checkPost({ bucket: 'other', fields }, Date.now())).toMatchObject({
      refusal: { code: 'AccessDenied' },
    });
  });
});

describe('a bucket with lifecycle rules', () => {
  let folder: string;
  let emulator: S3Emulator;
  let client: S3Client;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-test-s3-'));
    const Resources = { Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files' } } };
    writeFileSync(path.join(folder, 'a.template.json'), JSON.stringify({ Resources }));
    writeFileSync(path.join(folder, 'a.assets.json'), '{}');
    emulator = await startS3(Stack.read(folder, 'a', { sqsEndpoint: '', apiEndpoint: '' }), folder);
    client = new S3Client({
      endpoint: emulator.endpoint,
      region: REGION,
      credentials: CREDENTIALS,
      forcePathStyle: true,
    });
  });
  afterAll(async () => {
    client.destroy();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  test('removes expired objects under the prefix and unfinished multipart uploads at midnight', async () => {
    for (const Key of ['uploads/1', 'files/1'])
      await client.send(new PutObjectCommand({ Bucket: 'files', Key, Body: 'x' }));
    const incomplete = path.join(folder, 'files', '._S3rver_uploads', 'u1');
    mkdirSync(incomplete, { recursive: true });
    const rules = [
      { Status: 'Enabled' as const, Prefix: 'uploads/', ExpirationInDays: 1 },
      { Status: 'Enabled' as const, Prefix: '', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      { Status: 'Disabled' as const, Prefix: '', ExpirationInDays: 1 },
    ];
    const at = (now: number) =>
      applyLifecycle(client, { bucket: 'files', folder: path.join(folder, 'files'), rules }, now);
    const keys = async () =>
      (await client.send(new ListObjectsV2Command({ Bucket: 'files' }))).Contents?.map(({ Key }) => Key);
    const midnight = Math.ceil(Date.now() / DAY) * DAY;
    await at(midnight + DAY - 1);
    expect(await keys()).toEqual(['files/1', 'uploads/1']);
    expect(existsSync(incomplete)).toBe(true);
    await at(midnight + DAY);
    expect(await keys()).toEqual(['files/1']);
    expect(existsSync(incomplete)).toBe(false);
  });
});
