/**
 * Makes the S3 emulator keep versions of the objects in versioned buckets
 * (docs.aws.amazon.com/AmazonS3/latest/userguide/versioning-workflows.html). Supports the calls that the
 * service makes: put, copy, delete with or without a version, and list versions.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { S3rverContext, S3rverStore } from '@20minutes/s3rver';
import { VersionStore, type ObjectVersion } from './version-store.ts';
import { escapeXml } from './xml-text.ts';

/**
 * Folder with the old versions. It can't conflict with a bucket's folder, because its name isn't a valid
 * bucket name.
 */
const FOLDER = '.versions';
/** Maximum number of versions in a response. */
const PAGE = 1000;

export interface VersionedBuckets {
  readonly middleware: (context: S3rverContext, next: () => Promise<unknown>) => Promise<unknown>;
  /** Returns the bucket's versions, or undefined if the bucket isn't versioned. */
  of(bucket: string): VersionStore | undefined;
}

/**
 * Keeps versions for these buckets.
 * @param directory s3rver's directory
 */
export function versionedBuckets(
  directory: string,
  buckets: readonly string[],
  store: S3rverStore,
): VersionedBuckets {
  const versions = new Map(
    buckets.map((bucket) => [
      bucket,
      new VersionStore(path.join(directory, FOLDER, bucket), currentObjects(store, bucket)),
    ]),
  );
  return {
    of: (bucket) => versions.get(bucket),
    async middleware(context, next) {
      const [, bucket = '', ...rest] = context.path.split('/');
      const ofBucket = versions.get(bucket);
      if (!ofBucket) return next();
      const query = new URL(context.url, 'http://s3.invalid').searchParams;
      const key = decodeURIComponent(rest.join('/'));
      if (context.method === 'GET' && key === '' && query.has('versions')) {
        context.type = 'application/xml';
        context.body = listXml(bucket, query, await ofBucket.list(query.get('prefix') ?? ''));
        return undefined;
      }
      const versionId = query.get('versionId') ?? undefined;
      if (context.method === 'GET' && versionId !== undefined) {
        const file = await ofBucket.contentOf(key, versionId);
        if (file !== undefined) {
          context.body = createReadStream(file);
          return undefined;
        }
      }
      context.store = versioned(context.store, ofBucket, { versionId, method: context.method });
      return next();
    },
  };
}

/** Wraps the store for one request to a versioned bucket. */
function versioned(
  store: S3rverStore,
  versions: VersionStore,
  { versionId, method }: { versionId: string | undefined; method: string },
): S3rverStore {
  const overrides: Partial<S3rverStore> = {
    putObject: (object) => versions.put(object.key, () => store.putObject(object)),
    copyObject: (fromBucket, fromKey, toBucket, toKey, metadata) =>
      versions.put(toKey, () => store.copyObject(fromBucket, fromKey, toBucket, toKey, metadata)),
    deleteObject: (_, key) =>
      versionId === undefined ? versions.hide(key) : versions.remove(key, versionId),
    // S3 adds a delete marker even if the object doesn't exist. s3rver only deletes existing objects.
    ...((method === 'DELETE' || method === 'POST') && { existsObject: () => Promise.resolve(true) }),
  };
  const descriptors = Object.entries(overrides).map(([name, value]) => [name, { value }] as const);
  return Object.create(store, Object.fromEntries(descriptors)) as S3rverStore;
}

function currentObjects(store: S3rverStore, bucket: string) {
  return {
    async read(key: string): Promise<Readable | undefined> {
      const found = await store.getObject(bucket, key);
      return found?.content ?? undefined;
    },
    async remove(key: string): Promise<void> {
      // Check this first, because s3rver fails if the object's folder doesn't exist.
      if (await store.existsObject(bucket, key)) await store.deleteObject(bucket, key);
    },
    async write(key: string, content: Readable): Promise<void> {
      await store.putObject({ bucket, key, content, metadata: {} });
    },
  };
}

/** Returns a page of versions as XML. The page starts after `key-marker` and `version-id-marker`. */
function listXml(bucket: string, query: URLSearchParams, all: readonly ObjectVersion[]): string {
  const afterKey = query.get('key-marker') ?? '';
  const afterVersion = query.get('version-id-marker') ?? '';
  const last = all.findLastIndex(
    ({ key, id }) => key < afterKey || (key === afterKey && (afterVersion === '' || id === afterVersion)),
  );
  const left = all.slice(last + 1);
  const page = left.slice(0, Number(query.get('max-keys') ?? PAGE));
  const end = page.at(-1);
  const text = (name: string, value: string | boolean): string =>
    `<${name}>${escapeXml(String(value))}</${name}>`;
  const entries = page.map(({ key, id, at, isMarker, isLatest }) => {
    const name = isMarker ? 'DeleteMarker' : 'Version';
    const fields = [
      text('Key', key),
      text('VersionId', id),
      text('IsLatest', isLatest),
      text('LastModified', new Date(at).toISOString()),
    ];
    return `<${name}>${fields.join('')}</${name}>`;
  });
  const next =
    left.length > page.length && end
      ? [text('NextKeyMarker', end.key), text('NextVersionIdMarker', end.id)]
      : [];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    text('Name', bucket),
    text('Prefix', query.get('prefix') ?? ''),
    text('IsTruncated', next.length > 0),
    ...next,
    ...entries,
    '</ListVersionsResult>',
  ].join('');
}
