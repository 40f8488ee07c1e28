/** Defines the commands `svc-forms data-request create`, `list`, `show`, `confirm`, `cancel` and `download`. */
import { Option, type Command } from 'commander';
import * as z from 'zod';
import { dataRequestKinds } from '../../lambdas/data-requests/data-request.ts';
import { dataRequestView } from '../../lambdas/data-requests/data-request-view.ts';
import { columns, emailArgument, group, print, type Terminal } from '../command-line.ts';
import { apiCommand, managementApi, type ApiOptions } from '../management-api.ts';
import { DataRequestUnusable, ErasureNotConfirmed } from '../operator-errors.ts';
import { saveDownload } from './save-download.ts';
import { linesOf, nextStepOf, type ShownRequest } from './shown-request.ts';
import { untilIdle } from './until-idle.ts';

const PATH = '/v1/data-requests';
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
const page = z.object({ data: z.array(dataRequestView), next_cursor: z.string().nullable() });

type WaitOptions = ApiOptions & { readonly wait: boolean };

/** Creates the program, which writes its output to `terminal`. */
export function dataRequestProgram(terminal: Terminal): Command {
  return group(
    terminal,
    'data-request',
    "Find, export or erase everything that one person sent to any of an account's forms",
  )
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(confirmCommand(terminal))
    .addCommand(cancelCommand(terminal))
    .addCommand(downloadCommand(terminal));
}

type CreateOptions = WaitOptions & {
  readonly kind: string;
  readonly email?: string;
  readonly term?: readonly string[];
  readonly note?: string;
};

function createCommand(terminal: Terminal): Command {
  return apiCommand(
    terminal,
    'create',
    "Search all forms for a person's data. An export creates a ZIP file. An erasure waits until you confirm it",
  )
    .addOption(
      new Option('--kind <kind>', 'What to do with the data').choices(dataRequestKinds).makeOptionMandatory(),
    )
    .option('--email <address>', "The person's e-mail address", emailArgument)
    .option(
      '--term <text>',
      'Text that a submission must contain (repeat it for up to 5)',
      (text, before) => [...((before as readonly string[] | undefined) ?? []), text],
    )
    .option('--note <text>', 'For your own use, for example a reference number')
    .option('--no-wait', "Don't wait for the search to finish")
    .action(async (options: CreateOptions, program: Command) => {
      const { kind, email, term: terms, note } = options;
      if ((email === undefined) === (terms === undefined))
        program.error('error: specify either --email or --term');
      const api = await managementApi(options);
      const created = await api.call(dataRequestView, 'POST', PATH, { kind, email, terms, note });
      await showOutcome(terminal, options, created);
    });
}

function listCommand(terminal: Terminal): Command {
  return apiCommand(terminal, 'list', 'List data requests, newest first').action(
    async (options: ApiOptions) => {
      const api = await managementApi(options);
      const all: ShownRequest[] = [];
      let cursor: string | null | undefined;
      do {
        const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
        const { data, next_cursor } = await api.call(page, 'GET', `${PATH}?${query.toString()}`);
        all.push(...data);
        cursor = next_cursor;
      } while (cursor !== null);
      const rows = all.map(({ id, kind, status, counts, created_at }) => [
        ...[id, kind, status],
        ...[String(counts.submissions), created_at],
      ]);
      print(terminal, options, all, columns([['ID', 'KIND', 'STATUS', 'SUBMISSIONS', 'CREATED'], ...rows]));
    },
  );
}

function showCommand(terminal: Terminal): Command {
  return apiCommand(terminal, 'show', 'Show what a data request found and who received copies')
    .argument('<id>', 'Id of the data request')
    .action(async (id: string, options: ApiOptions) => {
      const request = await (await managementApi(options)).call(dataRequestView, 'GET', pathOf(id));
      print(terminal, options, request, linesOf(request));
    });
}

function confirmCommand(terminal: Terminal): Command {
  return apiCommand(terminal, 'confirm', 'Erase everything that was found. This cannot be undone')
    .argument('<id>', 'Id of the data request')
    .option('--yes', 'Skip the confirmation prompt')
    .option('--no-wait', "Don't wait for the erasure to finish")
    .action(async (id: string, options: WaitOptions & { readonly yes?: true }) => {
      const api = await managementApi(options);
      const found = await api.call(dataRequestView, 'GET', pathOf(id));
      // Don't ask if the request can't be confirmed, because the API rejects it anyway.
      if (!options.yes && found.kind === 'erase' && found.status === 'ready') await confirm(terminal, found);
      const confirmed = await api.call(dataRequestView, 'POST', `${pathOf(id)}/confirm`);
      await showOutcome(terminal, options, confirmed);
    });
}

/**
 * Asks the operator to confirm an erasure.
 * @throws ErasureNotConfirmed
 */
async function confirm({ ask, err }: Terminal, request: ShownRequest): Promise<void> {
  const { id, email, counts } = request;
  const expected = email ?? id;
  if (!ask) throw new ErasureNotConfirmed();
  for (const line of linesOf(request)) print({ out: err, err }, {}, undefined, [line]);
  const question = `This permanently erases ${counts.submissions} ${counts.submissions === 1 ? 'submission' : 'submissions'} and all related data. Type ${expected} to continue: `;
  if ((await ask(question)).trim().toLowerCase() !== expected.toLowerCase()) throw new ErasureNotConfirmed();
}

function cancelCommand(terminal: Terminal): Command {
  return apiCommand(terminal, 'cancel', "Cancel a data request that hasn't started to erase")
    .argument('<id>', 'Id of the data request')
    .action(async (id: string, options: ApiOptions) => {
      await (await managementApi(options)).call(z.undefined(), 'DELETE', pathOf(id));
      print(terminal, options, { id, status: 'cancelled' }, [`Canceled ${id}.`]);
    });
}

function downloadCommand(terminal: Terminal): Command {
  return apiCommand(terminal, 'download', "Save an export's ZIP file, or an erasure's certificate")
    .argument('<id>', 'Id of the data request')
    .option('--to <file>', 'Name of the new file (defaults to the id with .zip or .json)')
    .action(async (id: string, options: ApiOptions & { readonly to?: string }) => {
      const request = await (await managementApi(options)).call(dataRequestView, 'GET', pathOf(id));
      const saved = await saveDownload(request, options.to);
      print(terminal, options, { id, ...saved }, [`Saved ${saved.file} (${saved.bytes} bytes).`]);
    });
}

/**
 * Waits for the request, unless `--no-wait` is set, and prints it.
 * @throws DataRequestUnusable if the request failed or was canceled
 */
async function showOutcome(terminal: Terminal, options: WaitOptions, request: ShownRequest): Promise<void> {
  const { id } = request;
  let outcome = request;
  if (options.wait) {
    const api = await managementApi(options);
    const report = (line: string): void => {
      if (!options.json) terminal.err(`${line}\n`);
    };
    outcome = await untilIdle(request, () => api.call(dataRequestView, 'GET', pathOf(id)), report);
  }
  print(terminal, options, outcome, [...linesOf(outcome), ...nextStepOf(outcome, options)]);
  if (outcome.status === 'failed') throw new DataRequestUnusable(`${id} failed: ${outcome.reason ?? ''}`);
  if (outcome.status === 'cancelled') throw new DataRequestUnusable(`${id} was canceled.`);
}
