/**
 * Defines the program `erase-again`, which repeats finished data requests after a restore. A backup that is
 * older than a request still contains the erased data.
 */
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { RateLimited } from '../../lambdas/core/errors/errors.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { dataRequestQueue } from '../../lambdas/data-requests/data-request-queue.ts';
import { dataRequestStore } from '../../lambdas/data-requests/data-request-store.ts';
import { matchOf } from '../../lambdas/data-requests/search-step.ts';
import { columns, command, connect, print, type CommandOptions, type Terminal } from '../command-line.ts';
import { operatorAudit } from '../operator-audit.ts';
import { ServiceNotFound } from '../operator-errors.ts';
import {
  clientFor,
  deployedOutputs,
  localOutputs,
  type ServiceConnection,
  type StackOutputs,
} from '../service-connection.ts';
import { repeatedRequest } from './repeated-request.ts';
import { storedAgain, type StoredAgain } from './erased-again.ts';

interface Options extends CommandOptions {
  readonly yes?: true;
}

/** Creates the program, which writes its output to `terminal`. */
export function eraseAgainProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run svc-forms -- erase-again',
    'Repeat finished erasure requests after a restore. Without --yes, only shows what was found',
  )
    .option('--yes', 'Erase what is found')
    .action(async (options: Options) => {
      const stack = options.local ? localOutputs() : await deployedOutputs(options);
      const service = await connect(options);
      const s3 = new S3Client({ ...clientFor(stack.endpoints?.s3), forcePathStyle: true });
      const found = await storedAgain(service.db, s3, {
        attachments: outputOf(stack, 'AttachmentsBucket'),
        tables: {
          ...service.tables,
          emails: outputOf(stack, 'EmailsTable'),
          submissions: outputOf(stack, 'SubmissionsTable'),
        },
      });
      const started =
        options.yes === true ? await eraseAgain(found, service, stack) : new Map<string, string>();
      const rows = found.map(({ request, email, submissions, running }) => ({
        account_id: request.form_id,
        erased_by: request.kind,
        submissions: submissions.length,
        address_found: email !== undefined,
        request_id: running?.kind ?? started.get(request.kind) ?? null,
      }));
      print(terminal, options, rows, linesOf(rows, options.yes === true));
    });
}

interface Row {
  readonly account_id: string;
  readonly erased_by: string;
  readonly submissions: number;
  readonly address_found: boolean;
  readonly request_id: string | null;
}

function linesOf(rows: readonly Row[], isConfirmed: boolean): string[] {
  if (rows.length === 0) return ['No erased data was found.'];
  const table = columns([
    ['ACCOUNT', 'ERASED BY', 'SUBMISSIONS', 'ADDRESS', 'ERASED AGAIN BY'],
    ...rows.map(({ account_id, erased_by, submissions, address_found, request_id }) => [
      account_id,
      erased_by,
      String(submissions),
      address_found ? 'found' : '-',
      request_id ?? '-',
    ]),
  ]);
  if (!isConfirmed) return [...table, 'Nothing was changed. Add --yes to erase this data again.'];
  const isComplete = rows.every(({ request_id }) => request_id !== null);
  const next = isComplete
    ? 'The service is erasing the data. Each request takes a few minutes.'
    : 'The service is erasing the data. An account can run at most five requests at a time, so run this command again in a few minutes.';
  return [...table, next];
}

/**
 * Starts a new request for each person or search. Skips a request if one is already running for the same
 * data, or if the account already has five running requests.
 * @returns the new requests' ids, keyed by the id of the request that each repeats
 */
async function eraseAgain(
  found: readonly StoredAgain[],
  service: ServiceConnection,
  stack: StackOutputs,
): Promise<ReadonlyMap<string, string>> {
  const requests = dataRequestStore(service.db, service.tables.formJobs);
  const sqs = new SQSClient(clientFor(stack.endpoints?.sqs));
  const queue = dataRequestQueue(outputOf(stack, 'DataRequestsQueue'), sqs);
  const audit = operatorAudit(service, Date.now, systemRandom);
  const started = new Map<string, string>();
  for (const each of found) {
    if (each.running) continue;
    const now = Date.now();
    const request = repeatedRequest(each.request, each.email, now, systemRandom);
    await requests.addMatches(each.submissions.map((row) => matchOf(request, row, [], now)));
    const target = { type: 'data_request', id: request.kind } as const;
    const row = audit.rowOf(request.form_id, 'confirmDataRequest', { target });
    try {
      const stored = await requests.start(undefined, request, row);
      if (!stored) continue;
      await queue.start(stored);
      started.set(each.request.kind, stored.kind);
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
      await requests.removeMatches(request.kind, () => false);
    }
  }
  return started;
}

function outputOf({ outputs }: StackOutputs, name: string): string {
  const value = outputs[name];
  if (value === undefined)
    throw new ServiceNotFound(`The stack has no output ${name}. Deploy this version of the service first.`);
  return value;
}
