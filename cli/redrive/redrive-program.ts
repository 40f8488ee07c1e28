/**
 * Defines the `npm run redrive` program, which counts and redrives dead letters and failed records, and
 * repeats a lost fan-out.
 */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidArgumentError, type Command } from 'commander';
import { failedRecords } from '../../lambdas/aws/event-sources/failed-records.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import {
  print,
  columns,
  command,
  connect,
  wholeNumber,
  type CommandOptions,
  type Terminal,
} from '../command-line.ts';
import { redrive } from '../../lambdas/aws/event-sources/dead-letters.ts';
import { countOf, queuesIn, type QueuePair } from './stack-queues.ts';
import { failedBatchesIn, retryFailedBatches } from './failed-batches.ts';
import { NoSuchQueue, NoSuchRecords, ServiceNotFound } from '../operator-errors.ts';
import { clientFor, deployedOutputs, localOutputs, type StackOutputs } from '../service-connection.ts';
import { repeatFanOut } from './repeat-fan-out.ts';

/**
 * Retention period of deliveries, in milliseconds. Older submissions have no stored deliveries, so repeating
 * their fan-out would deliver them twice.
 */
const DELIVERIES_KEPT = 30 * DAY;

type RedriveOptions = CommandOptions & {
  readonly queue?: string;
  readonly max?: number;
  readonly records?: string;
  readonly submissions?: true;
  readonly since?: string;
  readonly until?: string;
};

/** Creates the `npm run redrive` program, which writes its output to `terminal`. */
export function redriveProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run redrive --',
    'Show the number of waiting messages, dead letters and failed batches. Use the options to redrive them',
  )
    .option('--queue <name>', 'Move dead letters back to this queue')
    .option('--records <name>', 'Process the failed batches of records in this bucket again')
    .option('--max <messages>', 'Maximum number of messages or batches', wholeNumber)
    .option('--submissions', 'Repeat the fan-out of submissions accepted between --since and --until')
    .option('--since <time>', 'Start time, ISO 8601, inclusive, at most 30 days ago', moment)
    .option('--until <time>', 'End time, ISO 8601, exclusive (defaults to now)', moment)
    .action(async (options: RedriveOptions, program: Command) => {
      if (options.submissions && options.since === undefined)
        program.error('error: --submissions needs --since');
      if (!options.submissions && (options.since ?? options.until) !== undefined)
        program.error('error: --since and --until can only be used with --submissions');
      if (options.since !== undefined && Date.parse(options.since) < Date.now() - DELIVERIES_KEPT)
        program.error(
          'error: --since must be at most 30 days ago, because older submissions would be delivered twice',
        );
      const found = options.local ? localOutputs() : await deployedOutputs(options);
      if (options.submissions) await redriveSubmissions(terminal, options, found);
      else if (options.records !== undefined) await redriveRecords(terminal, options, found, options.records);
      else if (options.queue === undefined) await listAll(terminal, options, found);
      else await redriveQueue(terminal, options, found, options.queue);
    });
}

async function listAll(terminal: Terminal, options: CommandOptions, { outputs, endpoints }: StackOutputs) {
  const sqs = new SQSClient(clientFor(endpoints?.sqs));
  const buckets = await Promise.all(
    failedBatchesIn(outputs).map(async ({ name, bucket }) => ({
      records: name,
      failed_batches: await failedRecords(bucket, s3Of(endpoints)).count(),
    })),
  );
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
  print(
    terminal,
    options,
    [...rows, ...buckets],
    [
      ...columns([['QUEUE', 'WAITING', 'DEAD LETTERS'], ...lines]),
      '',
      ...columns([
        ['RECORDS', 'FAILED BATCHES'],
        ...buckets.map(({ records, failed_batches }) => [records, String(failed_batches)]),
      ]),
    ],
  );
}

async function redriveRecords(
  terminal: Terminal,
  options: RedriveOptions,
  { outputs, endpoints }: StackOutputs,
  name: string,
) {
  const buckets = failedBatchesIn(outputs);
  const found = buckets.find((each) => each.name === name);
  if (!found)
    throw new NoSuchRecords(
      name,
      buckets.map((each) => each.name),
    );
  const lambda = new LambdaClient(clientFor(endpoints?.lambda));
  const counts = await retryFailedBatches(lambda, failedRecords(found.bucket, s3Of(endpoints)), options.max);
  print(terminal, options, { records: name, ...counts }, [
    `Processed ${counts.handled} batches of "${name}". ${counts.left} batches failed and remain stored.`,
  ]);
}

const s3Of = (endpoints: StackOutputs['endpoints']): S3Client =>
  new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: endpoints !== undefined });

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
  const moved = await redrive(new SQSClient(clientFor(endpoints?.sqs)), queue, { most: options.max });
  print(terminal, options, { queue: name, moved }, [`Moved ${moved} messages back to the queue "${name}".`]);
}

async function redriveSubmissions(
  terminal: Terminal,
  options: RedriveOptions,
  { outputs, endpoints }: StackOutputs,
) {
  const { SubmissionsTable: table, FailedSubmissionsBucket: bucket } = outputs;
  if (table === undefined || bucket === undefined) {
    throw new ServiceNotFound('The stack has no output for the submissions table. Deploy it again.');
  }
  const span = { since: options.since ?? '', until: options.until ?? new Date().toISOString() };
  const { db } = await connect(options);
  const submissions = await repeatFanOut({ db, s3: s3Of(endpoints) }, { table, bucket }, span);
  print(terminal, options, { submissions, ...span }, [
    `Scheduled ${submissions} submissions. Their fan-out will start within a few minutes.`,
  ]);
}

function moment(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Must be an ISO 8601 time, for example 2026-11-20T08:00:00Z.');
  return new Date(time).toISOString();
}
