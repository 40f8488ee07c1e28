/** Tests that the S3 emulator keeps the versions of objects in versioned buckets, as S3 does. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CREDENTIALS, REGION } from '../../local/aws-names.ts';
import { applyLifecycle } from '../../local/s3/lifecycle.ts';
import { startS3, type S3Emulator } from '../../local/s3/s3-emulator.ts';
import { VersionStore } from '../../local/s3/version-store.ts';
import { Stack } from '../../local/template/stack.ts';

const DAY = 86_400_000;
const Bucket = 'files';

let folder: string;
let emulator: S3Emulator;
let client: S3Client;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-test-versions-'));
  const versioned = { BucketName: Bucket, VersioningConfiguration: { Status: 'Enabled' } };
  const Resources = {
    Files: { Type: 'AWS::S3::Bucket', Properties: versioned },
    Plain: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'plain' } },
  };
  writeFileSync(path.join(folder, 'a.template.json'), JSON.stringify({ Resources }));
  writeFileSync(path.join(folder, 'a.assets.json'), '{}');
  emulator = await startS3(Stack.read(folder, 'a', { sqsEndpoint: '', apiEndpoint: '' }), folder);
  const { endpoint } = emulator;
  client = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
});
afterAll(async () => {
  client.destroy();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const hide = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }));
const removeVersion = (Key: string, VersionId: string | undefined) =>
  client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
const textOf = async (Key: string, VersionId?: string) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
  return Body?.transformToString();
};
const list = async (Prefix: string) => {
  const { Versions = [], DeleteMarkers = [] } = await client.send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  return { versions: Versions, markers: DeleteMarkers };
};
const keys = async (Prefix: string) =>
  (await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents?.map(({ Key }) => Key);

test('overwritten and deleted objects keep their versions until each version is deleted', async () => {
  await put('over/1', 'first');
  await put('over/1', 'second');
  await hide('over/1');
  const { versions, markers } = await list('over/');
  expect(versions.map(({ Key, IsLatest }) => [Key, IsLatest])).toEqual([
    ['over/1', false],
    ['over/1', false],
  ]);
  expect(await Promise.all(versions.map(({ VersionId }) => textOf('over/1', VersionId)))).toEqual([
    'second',
    'first',
  ]);
  expect(markers.map(({ Key, IsLatest }) => [Key, IsLatest])).toEqual([['over/1', true]]);
  expect(await keys('over/')).toBeUndefined();

  // Deleting the marker restores the newest version.
  await removeVersion('over/1', markers[0]?.VersionId);
  expect(await textOf('over/1')).toBe('second');
  for (const { VersionId } of versions) await removeVersion('over/1', VersionId);
  expect(await list('over/')).toEqual({ versions: [], markers: [] });
  expect(await keys('over/')).toBeUndefined();
});

test('a copy creates a version, and deleting several objects adds markers', async () => {
  await put('copy/1', 'one');
  await client.send(new CopyObjectCommand({ Bucket, Key: 'copy/2', CopySource: `${Bucket}/copy/1` }));
  const Objects = ['copy/1', 'copy/2'].map((Key) => ({ Key }));
  await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  const { versions, markers } = await list('copy/');
  expect(versions.map(({ Key }) => Key)).toEqual(['copy/1', 'copy/2']);
  expect(markers.map(({ Key }) => Key)).toEqual(['copy/1', 'copy/2']);
});

test('lists versions in pages', async () => {
  for (const name of ['a', 'b', 'c']) await put(`page/${name}`, name);
  await put('page/a', 'again');
  const found: (string | undefined)[] = [];
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (marker) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: 'page/', MaxKeys: 1, ...marker }),
    );
    found.push(...(page.Versions ?? []).map(({ Key }) => Key));
    marker =
      page.IsTruncated === true
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : undefined;
  }
  expect(found).toEqual(['page/a', 'page/a', 'page/b', 'page/c']);
});

test('a bucket without versioning keeps no versions', async () => {
  const object = { Bucket: 'plain', Key: '1' };
  await client.send(new PutObjectCommand({ ...object, Body: 'x' }));
  await client.send(new DeleteObjectCommand(object));
  await expect(client.send(new GetObjectCommand(object))).rejects.toThrow('does not exist');
});

test('lifecycle rules delete old versions and markers without any other versions', async () => {
  await put('old/1', 'first');
  await put('old/1', 'second');
  await hide('old/2');
  const unused = () => Promise.reject(new Error('not called'));
  const versions = new VersionStore(path.join(folder, '.versions', Bucket), {
    read: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    write: unused,
  });
  const rules = [
    { Status: 'Enabled' as const, Prefix: 'old/', NoncurrentVersionExpiration: { NoncurrentDays: 30 } },
    { Status: 'Enabled' as const, Prefix: 'old/', ExpiredObjectDeleteMarker: true },
  ];
  const at = (now: number) =>
    applyLifecycle(client, { bucket: Bucket, folder: path.join(folder, Bucket), rules, versions }, now);
  const midnight = Math.ceil(Date.now() / DAY) * DAY;
  await at(midnight + 30 * DAY - 1);
  expect((await list('old/')).versions).toHaveLength(2);
  await at(midnight + 30 * DAY);
  const left = await list('old/');
  expect(left.versions.map(({ IsLatest }) => IsLatest)).toEqual([true]);
  expect(left.markers).toEqual([]);
  expect(await textOf('old/1')).toBe('second');
});
