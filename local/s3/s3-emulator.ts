/** S3 on this machine, by s3rver. */
import * as z from 'zod';
import { isPresignedRight } from './presigned-signature.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';

export interface S3Emulator extends Service {
  readonly endpoint: string;
}

const corsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().optional(),
});
const bucketProperties = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(corsRule) }).optional(),
});

/**
 * Starts s3rver with the template's buckets, as plain files in `directory`, on a free port of 127.0.0.1. Browsers
 * reach it too, through presigned URLs; a bucket's CORS rules are the template's. Lifecycle rules and public access
 * settings have no effect here, and `content-length-range` of a presigned POST is not enforced.
 */
export async function startS3(stack: Stack, directory: string): Promise<S3Emulator> {
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
  // Requests about a bucket come to `/bucket/` and are signed so; s3rver checks them as `/bucket` and refuses them all.
  // Signatures of requests about objects are checked as ever, those of presigned addresses here.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path) || isPresignedRight(context)) {
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } }) as object;
    }
    return next();
  });
  // A client that goes away in the middle of a transfer is its own business and nothing for the console.
  server.on('error', () => undefined);
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = server.httpServer?.listening ? server.close() : Promise.resolve();
      server.httpServer?.closeAllConnections();
      await closed;
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

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
