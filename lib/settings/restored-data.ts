/**
 * Defines the `svc:restore` setting, which names restored tables and buckets to use instead of the stack's
 * own.
 */
import * as z from 'zod';

const tableName = z.string().regex(/^[\w.-]{3,255}$/, 'must be a table name');
const streamArn = z
  .string()
  .regex(
    /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/.+$/,
    'must be the ARN of a DynamoDB stream',
  );

const restoredTable = z.union(
  [
    tableName.transform((name): { name: string; streamArn?: string } => ({ name })),
    z.strictObject({ name: tableName, streamArn: streamArn.optional() }),
  ],
  { error: 'must be a table name, or { "name", "streamArn" } for a table whose stream the service reads' },
);
export type RestoredTables = Readonly<Record<string, z.output<typeof restoredTable>>>;

/**
 * The keys are table names from docs/architecture.md. `npm run restore` prepares the tables and prints this
 * setting with their stream ARNs (docs/backup-and-restore.md).
 */
export const restoredData = z
  .strictObject({
    tables: z.record(z.string(), restoredTable).default({}),
    buckets: z
      .strictObject({
        Attachments: z
          .string()
          .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')
          .optional(),
      })
      .default({}),
  })
  .default({ tables: {}, buckets: {} });
