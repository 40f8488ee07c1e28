/** The program `npm run redrive`: counts dead letters, moves them back, and repeats a lost fan-out. */
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidArgumentError, type Command } from 'commander';
import { DAY } from '../lambdas/core/clock.ts';
import {
  print,
  columns,
  command,
  connect,
  wholeNumber,
  type CommandOptions,
  type Terminal,
} from './command-line.ts';
import { countOf, queuesIn, redrive, type QueuePair } from './dead-letters.ts';
import { NoSuchQueue, ServiceNotFound } from './operator-errors.ts';
import { clientFor, deployedOutputs, localOutputs, type StackOutputs } from './service-connection.ts';
import { fanOutAgain } from './fan-out-again.ts';

/** Deliveries are kept for 30 days; a fan-out of older submissions would deliver them twice. */
const DELIVERIES_KEPT = 30 * DAY;

type RedriveOptions = CommandOptions & {
  readonly queue?: string;
  readonly max?: number;
  readonly submissions?: true;
  readonly since?: string;
  readonly until?: string;
};

/** The program, writing to `terminal`. */
export function redriveProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run redrive --',
    'Without options: the number of waiting messages and of dead letters in each queue',
  )
    .option('--queue <name>', 'move the dead letters of this queue back into it')
    .option('--max <messages>', 'move this many at most', wholeNumber)
    .option('--submissions', 'fan out again the submissions accepted from --since to --until')
    .option('--since <time>', 'ISO 8601, inclusive; 30 days ago at most', moment)
    .option('--until <time>', 'ISO 8601, exclusive; now when absent', moment)
    .action(async (options: RedriveOptions, program: Command) => {
      if (options.submissions && options.since === undefined)
        program.error('error: --submissions needs --since');
      if (!options.submissions && (options.since ?? options.until) !== undefined)
        program.error('error: --since and --until belong to --submissions');
      if (options.since !== undefined && Date.parse(options.since) < Date.now() - DELIVERIES_KEPT)
        program.error(
          'error: --since may be 30 days ago at most: older submissions would be delivered a second time',
        );
      const found = options.local ? localOutputs() : await deployedOutputs(options.stage);
      if (options.submissions) await redriveSubmissions(terminal, options, found);
      else if (options.queue === undefined) await listQueues(terminal, options, found);
      else await redriveQueue(terminal, options, found, options.queue);
    });
}

async function listQueues(terminal: Terminal, options: CommandOptions, { outputs, endpoints }: StackOutputs) {
  const sqs = new SQSClient(clientFor(endpoints?.sqs));
  const rows = await Promise.all(
    queuesIn(outputs).map(async ({ name, queueUrl, deadLettersUrl }) => ({
      queue: name,
      waiting: await countOf(sqs, queueUrl),
      dead_letters: await countOf(sqs, deadLettersUrl),
    })),
  );
  const lines = rows.map(({ queue, waiting, dead_letters }) => [
    queue,
    String(waiting),
    String(dead_letters),
  ]);
  print(terminal, options, rows, columns([['QUEUE', 'WAITING', 'DEAD LETTERS'], ...lines]));
}

async function redriveQueue(
  terminal: Terminal,
  options: RedriveOptions,
  { outputs, endpoints }: StackOutputs,
  name: string,
) {
  const queues = queuesIn(outputs);
  const queue: QueuePair | undefined = queues.find((each) => each.name === name);
  if (!queue)
    throw new NoSuchQueue(
      name,
      queues.map((each) => each.name),
    );
  const moved = await redrive(new SQSClient(clientFor(endpoints?.sqs)), queue, options.max);
  print(terminal, options, { queue: name, moved }, [`${moved} messages are back in the queue "${name}".`]);
}

async function redriveSubmissions(
  terminal: Terminal,
  options: RedriveOptions,
  { outputs, endpoints }: StackOutputs,
) {
  const { SubmissionsTable: table, FailedSubmissionsBucket: bucket } = outputs;
  if (table === undefined || bucket === undefined) {
    throw new ServiceNotFound('The stack has no output for its submissions; deploy it again.');
  }
  const span = { since: options.since ?? '', until: options.until ?? new Date().toISOString() };
  const { db } = await connect(options);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: endpoints !== undefined });
  const submissions = await fanOutAgain({ db, s3 }, { table, bucket }, span);
  print(terminal, options, { submissions, ...span }, [
    `${submissions} submissions will be fanned out again within a few minutes.`,
  ]);
}

function moment(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a time such as 2026-11-20T08:00:00Z.');
  return new Date(time).toISOString();
}
