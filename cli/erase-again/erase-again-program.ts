/**
 * Defines the program `erase-again`, which repeats finished data requests after a restore. A backup that is older
 * than a request contains what the request has erased.
 */
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { timestamp } from '../../lambdas/core/clock.ts';
import { newDataRequestId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { DataRequest } from '../../lambdas/data-requests/data-request.ts';
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
import { storedAgain, type StoredAgain } from './erased-again.ts';

interface Options extends CommandOptions {
  readonly yes?: true;
}

/** Creates the program, which writes its output to `terminal`. */
export function eraseAgainProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run svc-forms -- erase-again',
    'After a restore, erase again what finished data requests have erased. Without --yes, only shows what is found',
  )
    .option('--yes', 'Erase what is found')
    .action(async (options: Options) => {
      const stack = options.local ? localOutputs() : await deployedOutputs(options);
      const service = await connect(options);
      const found = await storedAgain(service.db, {
        ...service.tables,
        submissions: outputOf(stack, 'SubmissionsTable'),
      });
      const requests = options.yes === true ? await eraseAgain(found, service, stack) : [];
      const rows = found.map(({ request, email, submissions }, index) => ({
        account_id: request.form_id,
        erased_by: request.kind,
        submissions: submissions.length,
        address_found: email !== undefined,
        request_id: requests[index]?.kind ?? null,
      }));
      print(terminal, options, rows, linesOf(rows));
    });
}

interface Row {
  readonly account_id: string;
  readonly erased_by: string;
  readonly submissions: number;
  readonly address_found: boolean;
  readonly request_id: string | null;
}

function linesOf(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ['Nothing that was erased is stored again.'];
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
  const isStarted = rows.some(({ request_id }) => request_id !== null);
  const next = isStarted
    ? 'The service is erasing. A request takes a few minutes.'
    : 'Nothing was changed. Add --yes to erase this again.';
  return [...table, next];
}

/** Starts a new request for each finished one. @throws RateLimited if five requests of an account are running */
async function eraseAgain(
  found: readonly StoredAgain[],
  service: ServiceConnection,
  stack: StackOutputs,
): Promise<DataRequest[]> {
  const requests = dataRequestStore(service.db, service.tables.formJobs);
  const sqs = new SQSClient(clientFor(stack.endpoints?.sqs));
  const queue = dataRequestQueue(outputOf(stack, 'DataRequestsQueue'), sqs);
  const audit = operatorAudit(service, Date.now, systemRandom);
  const started: DataRequest[] = [];
  for (const each of found) {
    const now = Date.now();
    const request = repeatedRequest(each, now);
    await requests.addMatches(each.submissions.map((row) => matchOf(request, row, [], now)));
    const target = { type: 'data_request', id: request.kind } as const;
    const row = audit.rowOf(request.form_id, 'confirmDataRequest', { target });
    const stored = await requests.start(undefined, request, row);
    if (!stored) continue;
    await queue.start(stored);
    started.push(stored);
  }
  return started;
}

/** Returns a confirmed request that erases what is stored again. */
function repeatedRequest({ request, email }: StoredAgain, now: number): DataRequest {
  const { form_id, digest, searched_until } = request;
  return {
    form_id,
    kind: newDataRequestId(form_id, now, systemRandom),
    request_kind: 'erase',
    ...(email !== undefined && { email }),
    digest,
    status: 'erasing',
    created_at: timestamp(now),
    confirmed_at: timestamp(now),
    searched_until,
    counts: { submissions: 0, spam: 0, files: 0, emails: 0, deliveries: 0, recipients: 0 },
    forms: [],
    told: { webhooks: [], recipients: [], connections: [] },
    version: 1,
  };
}

function outputOf({ outputs }: StackOutputs, name: string): string {
  const value = outputs[name];
  if (value === undefined)
    throw new ServiceNotFound(`The stack has no output ${name}. Deploy this version of the service first.`);
  return value;
}
