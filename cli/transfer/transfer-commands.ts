/** Defines the commands `npm run account -- export` and `import`. */
import { InvalidArgumentError, type Command } from 'commander';
import { transact } from '../../lambdas/aws/dynamodb.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { wholeFormReader } from '../../lambdas/forms/form-store.ts';
import { accountRegistry } from '../account/account-registry.ts';
import { command, print, type CommandOptions, type Terminal } from '../command-line.ts';
import { operatorAudit } from '../operator-audit.ts';
import { NoSuchForm } from '../operator-errors.ts';
import { formatTotals, exportAccount } from './account-export.ts';
import { checkExport, importAccount, type ImportResult } from './account-import.ts';
import { exportPlace } from './export-place.ts';
import { storedFiles } from './stored-files.ts';
import { transferConnection, type TransferConnection } from './transfer-connection.ts';

type ExportOptions = CommandOptions & {
  readonly to: string;
  readonly form?: string;
  readonly withSecrets?: true;
  readonly restoredTables?: Readonly<Record<string, string>>;
  readonly restoredBucket?: string;
  readonly deletedFiles?: true;
};

/**
 * Parses a list of tables such as `Forms=name,Submissions=name`. Its keys are the table names in
 * docs/architecture.md.
 * @throws InvalidArgumentError
 */
function tableNames(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (
    !pairs.every(
      ([table, name]) => /^[A-Z][A-Za-z]+$/.test(table ?? '') && /^[\w.-]{3,255}$/.test(name ?? ''),
    )
  )
    throw new InvalidArgumentError(
      'Must be a list, for example Forms=restored-forms,Submissions=restored-submissions.',
    );
  return Object.fromEntries(
    pairs.map(([table = '', name = '']) => [table.charAt(0).toLowerCase() + table.slice(1), name]),
  );
}

function withRestored(service: TransferConnection, { restoredTables = {}, restoredBucket }: ExportOptions) {
  const unknown = Object.keys(restoredTables).find((name) => !Object.hasOwn(service.tables, name));
  if (unknown !== undefined) throw new InvalidArgumentError(`The table "${unknown}" is not part of exports.`);
  return {
    ...service,
    tables: { ...service.tables, ...restoredTables },
    attachments: restoredBucket ?? service.attachments,
  };
}

export function exportCommand(terminal: Terminal): Command {
  return command(terminal, 'export', 'Export an account with its forms, submissions and files')
    .argument('<account>', 'Account ID')
    .requiredOption(
      '--to <place>',
      'Folder or s3://bucket/prefix. If it contains an interrupted export, the export is continued',
    )
    .option('--form <form>', 'Export only this form and its data')
    .option(
      '--with-secrets',
      'Include secrets such as signing secrets and keys. Protect this export like a password',
    )
    .option(
      '--restored-tables <tables>',
      'Read these tables instead: Forms=name,Submissions=name',
      tableNames,
    )
    .option('--restored-bucket <bucket>', 'Read files from this bucket instead')
    .option('--deleted-files', 'Include files that were deleted in the last 30 days')
    .action(async (accountId: string, options: ExportOptions) => {
      const own = await transferConnection(options);
      const service = withRestored(own, options);
      const { form: formId } = options;
      await accountRegistry(service, Date.now, systemRandom).find(accountId);
      if (
        formId !== undefined &&
        !(await wholeFormReader(service.db, service.tables.forms).find(accountId, formId))
      )
        throw new NoSuchForm(accountId, formId);
      const place = exportPlace(options.to, () => service.s3);
      const report = (line: string): void => terminal.err(`${line}\n`);
      const exported = await exportAccount(
        service,
        { accountId, formId, withSecrets: options.withSecrets === true },
        {
          now: Date.now,
          files: storedFiles(service.s3, service.attachments, { deleted: options.deletedFiles === true }),
          place,
          report,
          onStart: async () => {
            const row = operatorAudit(own, Date.now, systemRandom).rowOf(accountId, 'exportAccount');
            await transact(own.db, { TransactItems: [row] });
          },
        },
      );
      print(terminal, options, exported, [
        `Exported ${accountId} to ${place.name}: ${formatTotals(exported)}.`,
      ]);
    });
}

type ImportOptions = CommandOptions & { readonly newSlugs?: true; readonly check?: true };

export function importCommand(terminal: Terminal): Command {
  return command(terminal, 'import', 'Import an exported account. Existing data is not changed')
    .argument('<place>', 'Folder of the export, or s3://bucket/prefix')
    .option('--new-slugs', 'Add a random suffix to slugs that are already taken')
    .option('--check', 'Only check the export and all its files')
    .action(async (address: string, options: ImportOptions) => {
      const service = await transferConnection(options);
      const place = exportPlace(address, () => service.s3);
      if (options.check) {
        const { manifest } = await checkExport(place);
        print(terminal, options, manifest, [`${place.name} is complete: ${formatTotals(manifest)}.`]);
        return;
      }
      const result = await importAccount(
        service,
        { newSlugs: options.newSlugs === true },
        {
          now: Date.now,
          random: systemRandom,
          files: storedFiles(service.s3, service.attachments),
          place,
          report: (line) => terminal.err(`${line}\n`),
        },
      );
      print(terminal, options, result, linesOf(result));
    });
}

function linesOf(result: ImportResult): string[] {
  const { accountId, created, written, present, leftOut, files, missingFiles } = result;
  const todo: [number, string][] = [
    [
      result.disabledWebhooks,
      'webhooks are disabled and have new signing secrets. Update the secrets at the endpoints, then enable the webhooks',
    ],
    [result.lostChallenges, 'forms no longer have a bot challenge. Set its secret again to turn it back on'],
    [missingFiles, 'files were missing when the account was exported'],
  ];
  return [
    `Imported ${accountId}${created ? '' : ', without keys and members, because it already existed'}.`,
    `Wrote ${written} records and ${files} files; ${present} already existed, ${leftOut} were skipped.`,
    ...todo.filter(([count]) => count > 0).map(([count, line]) => `${count} ${line}.`),
    ...result.newSlugs.map((change) => `New slug: ${change}`),
  ];
}
