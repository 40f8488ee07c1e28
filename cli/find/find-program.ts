/** Defines the `npm run find` program, which shows where a resource is stored and what happened to it. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidArgumentError, type Command } from 'commander';
import { INSTALLATION } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { command, connect, print, type CommandOptions, type Terminal } from '../command-line.ts';
import { stackNameOf } from '../deployed-stack.ts';
import { operatorAudit } from '../operator-audit.ts';
import { NotFoundHere, ServiceNotFound } from '../operator-errors.ts';
import { countOf, queuesIn } from '../redrive/stack-queues.ts';
import { clientFor, deployedOutputs, localOutputs, type StackOutputs } from '../service-connection.ts';
import { resourceFinder, typeOfId, type FindTables, type FoundType } from './find-resource.ts';
import { linesOf } from './found.ts';

/** Creates the `npm run find` program, which writes its output to `terminal`. */
export function findProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run find --',
    'Show the state and history of a form, submission, webhook or delivery. Never shows submitted values',
  )
    .argument('<id>', 'Id that starts with frm_, sub_, wh_, evs_ or whd_', idArgument)
    .action(async ([type, id]: KnownId, options: CommandOptions) => {
      const stack = options.local ? localOutputs() : await deployedOutputs(options);
      const service = await connect(options);
      const tables: FindTables = { ...service.tables, ...moreTables(stack) };
      const find = resourceFinder({
        db: service.db,
        tables,
        now: Date.now,
        countQueued: () => countQueued(stack),
      });
      const found = await find(type, id);
      // Write the audit log entry before showing anything. For an unknown id, the account isn't known, so
      // write the entry to the installation's audit log.
      const row = operatorAudit(service, Date.now, systemRandom).rowOf(
        found.account_id ?? INSTALLATION,
        'find',
        {
          target: { type, id },
        },
      );
      await service.db.send(new PutCommand({ ...row.Put }));
      if ('reason' in found) throw new NotFoundHere(type, id, placeOf(options), found.reason);
      print(terminal, options, found, linesOf(found));
    });
}

type KnownId = readonly [type: FoundType, id: string];

function idArgument(text: string): KnownId {
  const type = typeOfId(text);
  if (type === undefined)
    throw new InvalidArgumentError('Must be the id of a form, submission, webhook or delivery.');
  return [type, text];
}

const placeOf = (options: CommandOptions): string =>
  options.local ? 'the local service' : `the stack ${stackNameOf(options)}`;

function moreTables({ outputs }: StackOutputs): Pick<FindTables, 'emails' | 'submissions'> {
  const { SubmissionsTable: submissions, EmailsTable: emails } = outputs;
  if (submissions === undefined || emails === undefined)
    throw new ServiceNotFound(
      'The stack has no outputs for some tables. Deploy this version of the service first.',
    );
  return { submissions, emails };
}

/**
 * Counts the messages in the two queues where deliveries wait for their first attempt, and in their
 * dead-letter queues.
 */
async function countQueued({ outputs, endpoints }: StackOutputs): Promise<Record<string, number>> {
  const sqs = new SQSClient(clientFor(endpoints?.sqs));
  const counts = queuesIn(outputs)
    .filter(({ name }) => name.endsWith('deliveries'))
    .map(async ({ name, queueUrl, deadLettersUrl }) => [
      [`waiting in ${name}`, await countOf(sqs, queueUrl)] as const,
      [`dead letters of ${name}`, await countOf(sqs, deadLettersUrl)] as const,
    ]);
  return Object.fromEntries((await Promise.all(counts)).flat());
}
