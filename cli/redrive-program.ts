/** `npm run redrive`: what got stuck, and getting it going again. */
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidArgumentError, type Command } from 'commander';
import { DAY } from '../lambdas/core/clock.ts';
import {
  answer,
  columns,
  command,
  serviceOf,
  wholeNumber,
  type Given,
  type Terminal,
} from './command-line.ts';
import { countOf, queuesIn, redrive, type QueuePair } from './dead-letters.ts';
import { NoSuchQueue, ServiceNotFound } from './failures.ts';
import { clientFor, deployedOutputs, localOutputs, type StackOutputs } from './found-service.ts';
import { fanOutAgain } from './missed-submissions.ts';

/** Deliveries are kept for so long; of what is older nobody knows who was told. */
const REMEMBERED = 30 * DAY;

type RedriveGiven = Given & {
  readonly queue?: string;
  readonly max?: number;
  readonly submissions?: true;
  readonly since?: string;
  readonly until?: string;
};

export function redriveProgram(terminal: Terminal): Command {
  return command(
    terminal,
    'npm run redrive --',
    'Without options: how many messages wait and how many are dead',
  )
    .option('--queue <name>', 'move the dead letters of this queue back into it')
    .option('--max <messages>', 'so many at most', wholeNumber)
    .option('--submissions', 'fan out again what was accepted from --since to --until')
    .option('--since <time>', 'ISO 8601, inclusive; 30 days ago at most', moment)
    .option('--until <time>', 'ISO 8601, exclusive; now when absent', moment)
    .action(async (given: RedriveGiven, program: Command) => {
      if (given.submissions && given.since === undefined) program.error('error: --submissions needs --since');
      if (!given.submissions && (given.since ?? given.until) !== undefined)
        program.error('error: --since and --until belong to --submissions');
      if (given.since !== undefined && Date.parse(given.since) < Date.now() - REMEMBERED)
        program.error(
          'error: --since may be 30 days ago at most: what was told before that would be told again',
        );
      const found = given.local ? localOutputs() : await deployedOutputs(given.stage);
      if (given.submissions) await redriveSubmissions(terminal, given, found);
      else if (given.queue === undefined) await listQueues(terminal, given, found);
      else await redriveQueue(terminal, given, found, given.queue);
    });
}

async function listQueues(terminal: Terminal, given: Given, { outputs, endpoints }: StackOutputs) {
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
  answer(terminal, given, rows, columns([['QUEUE', 'WAITING', 'DEAD LETTERS'], ...lines]));
}

async function redriveQueue(
  terminal: Terminal,
  given: RedriveGiven,
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
  const moved = await redrive(new SQSClient(clientFor(endpoints?.sqs)), queue, given.max);
  answer(terminal, given, { queue: name, moved }, [`${moved} messages are back in the queue "${name}".`]);
}

async function redriveSubmissions(
  terminal: Terminal,
  given: RedriveGiven,
  { outputs, endpoints }: StackOutputs,
) {
  const { SubmissionsTable: table, MissedSubmissionsBucket: bucket } = outputs;
  if (table === undefined || bucket === undefined) {
    throw new ServiceNotFound('The stack does not say where its submissions are; deploy it anew.');
  }
  const span = { since: given.since ?? '', until: given.until ?? new Date().toISOString() };
  const { db } = await serviceOf(given);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: endpoints !== undefined });
  const submissions = await fanOutAgain({ db, s3 }, { table, bucket }, span);
  answer(terminal, given, { submissions, ...span }, [
    `${submissions} submissions will be fanned out again within a few minutes.`,
  ]);
}

function moment(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a time such as 2026-11-20T08:00:00Z.');
  return new Date(time).toISOString();
}
