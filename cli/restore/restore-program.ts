/**
 * Defines the `npm run restore` program, which prepares restored tables and a restored bucket, and prints the
 * setting that makes the service use them.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { InvalidArgumentError, type Command } from 'commander';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { command, print, type CommandOptions, type Terminal } from '../command-line.ts';
import { stackNameOf } from '../deployed-stack.ts';
import { clientFor, localOutputs } from '../service-connection.ts';
import { prepareRestoredBucket } from './restored-bucket.ts';
import { removeRestoredMarks } from './restored-marks.ts';
import { prepareRestoredTable, type TableSetting } from './restored-table.ts';
import { stackTemplate } from './stack-template.ts';

type RestoreOptions = CommandOptions & {
  readonly tables?: readonly (readonly [table: string, name: string])[];
  readonly bucket?: string;
  readonly template?: string;
};

/** @throws InvalidArgumentError */
function tablePairs(text: string): [string, string][] {
  return text.split(',').map((pair) => {
    const [, table, name] = /^([A-Z][A-Za-z]+)=([\w.-]{3,255})$/.exec(pair) ?? [];
    if (table === undefined || name === undefined)
      throw new InvalidArgumentError(
        'Must be a list, for example Submissions=restored-submissions,Webhooks=restored-webhooks.',
      );
    return [table, name];
  });
}

/** Creates the `npm run restore` program, which writes its output to `terminal`. */
export function restoreProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run restore --',
    'Prepare restored tables and the restored file bucket, and print the "restore" setting for svc.json',
  )
    .option('--tables <tables>', 'Submissions=restored-submissions,Webhooks=restored-webhooks', tablePairs)
    .option('--bucket <bucket>', 'Restored file bucket')
    .option('--template <path>', 'Template of the stage, created with "npx cdk synth"')
    .action(async (options: RestoreOptions, program: Command) => {
      const { tables = [], bucket, local } = options;
      if (tables.length === 0 && bucket === undefined)
        program.error('error: specify --tables, --bucket or both');
      // Restore both tables together, because their data about a form's e-mails and webhooks must match.
      const restored = new Set(tables.map(([table]) => table));
      if (restored.has('Forms') !== restored.has('FormSlugs'))
        program.error('error: restore Forms and FormSlugs together, to the same second');
      const endpoints = local ? localOutputs().endpoints : undefined;
      const template = stackTemplate(options.template ?? defaultTemplate(options));
      const client = new DynamoDBClient(clientFor(endpoints?.dynamodb));
      const deps = { client, pause, hasRecovery: endpoints === undefined };
      const settings: Record<string, TableSetting> = {};
      for (const [table, name] of tables) {
        settings[table] = await prepareRestoredTable(name, template.table(table), deps);
        await removeRestoredMarks(DynamoDBDocumentClient.from(client), table, name);
        terminal.err(`${name} is ready to be used as table ${table}.\n`);
      }
      if (bucket !== undefined) {
        const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: endpoints !== undefined });
        await prepareRestoredBucket(s3, bucket, template.attachments());
        terminal.err(`${bucket} is ready to be used as the file bucket.\n`);
      }
      const restore = {
        ...(tables.length > 0 && { tables: settings }),
        ...(bucket !== undefined && { buckets: { Attachments: bucket } }),
      };
      print(terminal, options, restore, [`"restore": ${JSON.stringify(restore)}`]);
    });
}

function defaultTemplate(options: CommandOptions): string {
  return options.local
    ? join(process.env['SVC_LOCAL_DIR'] ?? '.local', 'cdk.out', 'svc-forms-local.template.json')
    : join('cdk.out', `${stackNameOf(options)}.template.json`);
}
