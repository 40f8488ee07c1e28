/** The setting `svc:restore`: restored tables and buckets that the stack uses in place of its own. */
import * as z from 'zod';

const tableName = z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table');
const streamArn = z
  .string()
  .regex(
    /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/.+$/,
    'must be the ARN of a stream',
  );

const restoredTable = z.union(
  [
    tableName.transform((name): { name: string; streamArn?: string } => ({ name })),
    z.strictObject({ name: tableName, streamArn: streamArn.optional() }),
  ],
  { error: 'must be the name of a table, or { "name", "streamArn" } where the service follows its stream' },
);
export type RestoredTables = Readonly<Record<string, z.output<typeof restoredTable>>>;

/**
 * By the names that the tables have in docs/architecture.md. `npm run restore` prepares the tables, and prints this
 * setting with the ARNs of their streams (docs/backup-and-restore.md).
 */
export const restoredData = z
  .strictObject({
    tables: z.record(z.string(), restoredTable).default({}),
    buckets: z
      .strictObject({
        Attachments: z
          .string()
          .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
          .optional(),
      })
      .default({}),
  })
  .default({ tables: {}, buckets: {} });
