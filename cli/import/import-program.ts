/** Defines `svc-forms import`, which imports a file from another form service through the management API. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { importFormats, importSources, type ImportSource } from '../../lambdas/imports/import.ts';
import { print, type Terminal } from '../command-line.ts';
import { apiCommand, managementApi, type ApiOptions, type ManagementApi } from '../management-api.ts';
import { ImportFailed, PageNotReadable, RefusedByApi } from '../operator-errors.ts';
import { importLines, progressLine, shownForm, shownImport, type ShownImport } from './import-report.ts';

interface Options extends ApiOptions {
  readonly form: string;
  readonly format?: (typeof importFormats)[number];
  readonly from?: ImportSource;
  readonly mapping?: string;
  readonly timeZone?: string;
  readonly dryRun?: true;
}

/** Interval for polling the progress, in milliseconds. */
const POLL_MS = 1000;

/** Creates the program, which writes the result to `terminal`, and the progress to stderr. */
export function importProgram(terminal: Terminal, pollMs = POLL_MS): Command {
  return apiCommand(terminal, 'import', 'Import submissions that were exported from another backend')
    .argument('<file>', 'CSV or NDJSON file, at most 50 MB')
    .requiredOption('--form <slug>', 'Slug or ID of the form')
    .addOption(
      new Option('--format <format>', 'Format of the file (defaults to the file extension)').choices(
        importFormats,
      ),
    )
    .addOption(new Option('--from <backend>', 'Backend that exported the file').choices(importSources))
    .option('--mapping <json>', 'Target of each column, for example {"E-mail":"email","Date":"$received_at"}')
    .option('--time-zone <name>', 'Time zone of times without an offset, for example Europe/Berlin')
    .option('--dry-run', 'Only check the file and show the preview')
    .action(async (file: string, options: Options) => {
      const client = await managementApi(options);
      const created = await start(client, file, options);
      let shown: string | undefined;
      const ended = await untilEnded(client, created.id, pollMs, (current) => {
        const line = progressLine(current);
        if (line !== undefined && line !== shown) terminal.err(`${line}\n`);
        shown = line;
      });
      print(terminal, options, ended, importLines(ended));
      if (ended.status === 'failed') throw new ImportFailed(ended.reason ?? '');
    });
}

/** Creates the import and uploads the file. */
async function start(client: ManagementApi, file: string, options: Options): Promise<ShownImport> {
  const content = await openAsBlob(file).catch(() => {
    throw new PageNotReadable(file);
  });
  const form = await client.call(shownForm, 'GET', `/v1/forms/${encodeURIComponent(options.form)}`);
  const created = await client.call(shownImport, 'POST', `/v1/forms/${form.id}/imports`, {
    format: options.format ?? (/\.(?:ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'),
    ...(options.from && { from: options.from }),
    ...(options.mapping !== undefined && { mapping: JSON.parse(options.mapping) as unknown }),
    ...(options.timeZone !== undefined && { time_zone: options.timeZone }),
    dry_run: options.dryRun ?? false,
  });
  await upload(created, content, basename(file));
  return created;
}

async function untilEnded(
  client: ManagementApi,
  id: string,
  pollMs: number,
  onProgress: (current: ShownImport) => void,
): Promise<ShownImport> {
  for (;;) {
    const current = await client.call(shownImport, 'GET', `/v1/imports/${id}`);
    onProgress(current);
    if (['ready', 'finished', 'failed'].includes(current.status)) return current;
    await pause(pollMs);
  }
}

/** Uploads a new import's file. */
async function upload({ upload }: ShownImport, content: Blob, name: string): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(upload?.fields ?? {})) form.append(field, value);
  form.append('file', content, name);
  const answer = await fetch(upload?.url ?? '', { method: 'POST', body: form });
  if (!answer.ok)
    throw new RefusedByApi(`The file was not accepted (${answer.status}). It can have at most 50 MB.`);
}
