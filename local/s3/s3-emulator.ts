/** Runs S3 locally with s3rver. */
import path from 'node:path';
import * as z from 'zod';
import { CREDENTIALS, REGION } from '../aws-names.ts';
import { messageOf } from '../runner-error.ts';
import { applyLifecycle, lifecycleConfiguration, type BucketLifecycle } from './lifecycle.ts';
import type { EventBus } from '../event-bus/event-bus.ts';
import { presignedPosts, type UploadedObject } from './presigned-posts.ts';
import { isPresignedRight } from './presigned-signature.ts';
import { versionedBuckets } from './versioned-buckets.ts';
import { escapeXml } from './xml-text.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';

export interface S3Emulator extends Service {
  readonly endpoint: string;
  /**
   * Publishes an EventBridge event for each form upload to a bucket that sends its events there. The
   * functions' uploads are not published, because none of the stack's rules match them.
   */
  connect(publish: EventBus['publish']): void;
}

const HOUR_MILLISECONDS = 3_600_000;

const corsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().optional(),
});
const bucketProperties = z.object({
  LifecycleConfiguration: lifecycleConfiguration.default({ Rules: [] }),
  CorsConfiguration: z.object({ CorsRules: z.array(corsRule) }).optional(),
  NotificationConfiguration: z
    .object({ EventBridgeConfiguration: z.object({ EventBridgeEnabled: z.boolean() }).optional() })
    .optional(),
  VersioningConfiguration: z.object({ Status: z.enum(['Enabled', 'Suspended']) }).optional(),
});

/**
 * Starts s3rver on a free port of 127.0.0.1 with the template's buckets, stored as plain files in
 * `directory`. Browsers can access the emulator with presigned URLs. It applies the template's CORS and
 * lifecycle rules, keeps the versions of versioned buckets, and enforces presigned POSTs' policies. Public
 * access settings have no effect.
 */
export async function startS3(
  stack: Stack,
  directory: string,
  onError: (message: string) => void = () => undefined,
): Promise<S3Emulator> {
  const buckets = stack.resources(['AWS::S3::Bucket'], bucketProperties);
  const { default: S3rver } = await import('@20minutes/s3rver');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: buckets.map(({ ref, properties }) => ({
      name: ref,
      configs: properties.CorsConfiguration ? [corsXml(properties.CorsConfiguration.CorsRules)] : [],
    })),
  });
  // Clients sign bucket requests for the path `/bucket/`, but s3rver checks the signature for `/bucket` and
  // would reject them all. Allow mismatched signatures for these requests, and for presigned URLs that were
  // verified here. s3rver checks all other requests.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path) || isPresignedRight(context)) {
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } }) as object;
    }
    return next();
  });
  const isVersioned = ({ properties }: (typeof buckets)[number]): boolean =>
    properties.VersioningConfiguration?.Status === 'Enabled';
  const versions = versionedBuckets(
    directory,
    buckets.filter(isVersioned).map(({ ref }) => ref),
    server.store,
  );
  server.middleware.unshift(versions.middleware);
  let publish: EventBus['publish'] = () => undefined;
  const announced = buckets.filter(
    ({ properties }) =>
      properties.NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled === true,
  );
  const onStored = ({ bucket, key, size }: UploadedObject): void => {
    if (!announced.some(({ ref }) => ref === bucket)) return;
    publish('aws.s3', 'Object Created', `arn:aws:s3:::${bucket}`, {
      bucket: { name: bucket },
      object: { key, size },
      reason: 'POST Object',
    });
  };
  server.middleware.unshift(await presignedPosts(onStored));
  // Don't print an error if a client disconnects during a transfer.
  server.on('error', () => undefined);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const lifecycles = buckets.map(({ ref, properties }) => ({
    bucket: ref,
    folder: path.join(directory, ref),
    rules: properties.LifecycleConfiguration.Rules,
    versions: versions.of(ref),
  }));
  const upkeep = keepLifecycles(endpoint, lifecycles, onError);
  return {
    endpoint,
    connect(to) {
      publish = to;
    },
    stop: async () => {
      await upkeep.stop();
      const closed = server.httpServer?.listening ? server.close() : Promise.resolve();
      server.httpServer?.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Applies lifecycle rules at startup and every hour. S3 applies them once a day, but the runner rarely runs
 * that long.
 */
function keepLifecycles(
  endpoint: string,
  lifecycles: readonly BucketLifecycle[],
  onError: (message: string) => void,
): Service {
  const look = async (): Promise<void> => {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const client = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
    try {
      for (const each of lifecycles) await applyLifecycle(client, each, Date.now());
    } finally {
      client.destroy();
    }
  };
  let running = Promise.resolve();
  const lookOnce = (): void => {
    running = look().catch((error: unknown) => onError(`failed to delete old objects: ${messageOf(error)}`));
  };
  lookOnce();
  const timer = setInterval(lookOnce, HOUR_MILLISECONDS);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

function corsXml(rules: z.infer<typeof corsRule>[]): string {
  const elements = (name: string, values: readonly (string | number)[]): string =>
    values.map((value) => `<${name}>${escapeXml(String(value))}</${name}>`).join('');
  const xml = rules.map(
    (rule) =>
      `<CORSRule>${elements('AllowedOrigin', rule.AllowedOrigins)}${elements('AllowedMethod', rule.AllowedMethods)}` +
      `${elements('AllowedHeader', rule.AllowedHeaders)}${elements('ExposeHeader', rule.ExposedHeaders)}` +
      `${elements('MaxAgeSeconds', rule.MaxAge === undefined ? [] : [rule.MaxAge])}</CORSRule>`,
  );
  return `<CORSConfiguration>${xml.join('')}</CORSConfiguration>`;
}
