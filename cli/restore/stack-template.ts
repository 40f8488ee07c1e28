/** Reads the tables and the file bucket from a stage's synthesized template. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ServiceNotFound } from '../operator-errors.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const indexes = z.array(z.object({ IndexName: z.string(), KeySchema: keySchema })).default([]);

export const tableOfTemplate = z.object({
  KeySchema: keySchema,
  GlobalSecondaryIndexes: indexes,
  LocalSecondaryIndexes: indexes,
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
  Replicas: z.array(z.object({ DeletionProtectionEnabled: z.boolean().default(false) })).min(1),
});
export type TableOfTemplate = z.infer<typeof tableOfTemplate>;

const httpMethods = z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']));
export const bucketOfTemplate = z.object({
  CorsConfiguration: z.object({
    CorsRules: z.array(
      z.object({
        AllowedHeaders: z.array(z.string()).optional(),
        AllowedMethods: httpMethods,
        AllowedOrigins: z.array(z.string()),
        ExposedHeaders: z.array(z.string()).optional(),
        MaxAge: z.int().optional(),
      }),
    ),
  }),
  LifecycleConfiguration: z.object({
    Rules: z.array(
      z.object({
        Prefix: z.string().default(''),
        ExpirationInDays: z.int().optional(),
        ExpiredObjectDeleteMarker: z.boolean().optional(),
        NoncurrentVersionExpiration: z.object({ NoncurrentDays: z.int() }).optional(),
        AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.int() }).optional(),
      }),
    ),
  }),
});
export type BucketOfTemplate = z.infer<typeof bucketOfTemplate>;

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown().optional() })),
});

/**
 * Reads a template.
 * @param path path of a template that `npx cdk synth` created without `svc:restore`
 * @throws ServiceNotFound if the template doesn't exist or lacks required resources
 */
export function stackTemplate(path: string) {
  const { Resources } = read(path);
  const find = (type: string, pattern: RegExp, what: string): unknown => {
    const found = Object.entries(Resources).find(([id, { Type }]) => Type === type && pattern.test(id));
    if (!found) throw new ServiceNotFound(`${path} does not contain ${what}.`);
    return found[1].Properties;
  };
  return {
    /** @param name the table's name in docs/architecture.md */
    table: (name: string): TableOfTemplate =>
      tableOfTemplate.parse(
        find('AWS::DynamoDB::GlobalTable', new RegExp(`Storage${name}Table[0-9A-F]{8}$`), `table ${name}`),
      ),
    attachments: (): BucketOfTemplate =>
      bucketOfTemplate.parse(find('AWS::S3::Bucket', /StorageAttachments[0-9A-F]{8}$/, 'bucket Attachments')),
  };
}

function read(path: string): z.infer<typeof template> {
  try {
    return template.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new ServiceNotFound(`Could not read ${path}. Create it with "npx cdk synth" first.`, { cause });
  }
}
