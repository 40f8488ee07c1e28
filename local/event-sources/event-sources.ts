/** Starts a poller for each of the template's event source mappings. */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { DatabaseSync } from 'node:sqlite';
import type { DynamoDb } from '../dynamodb/local-dynamodb.ts';
import { arn } from '../aws-names.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { mayWriteTo } from '../iam/written-tables.ts';
import { RunnerError } from '../runner-error.ts';
import type { Functions } from '../functions/functions.ts';
import type { Service } from '../running-services.ts';
import type { SqsEmulator } from '../sqs/sqs-emulator.ts';
import type { Stack } from '../template/stack.ts';
import { Checkpoints } from './checkpoints.ts';
import { failureDestination } from './failure-destination.ts';
import { mappingsOf, type EventSourceMapping } from './event-source-mapping.ts';
import { pollQueue } from './queue-poller.ts';
import { StreamPoller } from './stream-poller.ts';
import { StreamReader } from './stream-reader.ts';

export interface EventSources extends Service {
  /**
   * Polls streams immediately: the streams of tables that a role may write to, or all streams if the role's
   * calls are not checked. Call this function when a Lambda function may have written data.
   */
  nudge(role: FunctionRole | undefined): void;
}

/**
 * Starts the template's event source mappings.
 * @param longestWindow maximum batching window, in seconds
 * @throws RunnerError for a source that is neither a table's stream nor a queue
 */
export async function startEventSources(
  stack: Stack,
  functions: Functions,
  emulators: {
    readonly dynamodb: DynamoDb;
    readonly sqs: SqsEmulator;
    readonly s3Endpoint: string;
    readonly journal: DatabaseSync;
  },
  longestWindow: number,
): Promise<EventSources> {
  const checkpoints = new Checkpoints(emulators.journal);
  const streamPollers: { readonly poller: StreamPoller; readonly tableArn: string }[] = [];
  const queuePollers: Service[] = [];
  const startStream = async (mapping: EventSourceMapping, tableName: string): Promise<void> => {
    const fn = functions.find(mapping.functionReference, mapping.id);
    const { Table } = await emulators.dynamodb.tables.send(
      new DescribeTableCommand({ TableName: tableName }),
    );
    const streamArn = Table?.LatestStreamArn;
    if (streamArn === undefined) throw new RunnerError(`${mapping.id}: table ${tableName} has no stream`);
    const giveUp = failureDestination(mapping, fn, streamArn, emulators);
    const { id, startAtLatest } = mapping;
    const reader = new StreamReader(emulators.dynamodb, checkpoints, {
      streamArn,
      mapping: id,
      startAtLatest,
    });
    const poller = new StreamPoller(mapping, reader, fn, giveUp);
    streamPollers.push({ poller, tableArn: arn('dynamodb', `table/${tableName}`) });
  };
  const stop = async (): Promise<void> => {
    const pollers = [...streamPollers.map(({ poller }) => poller), ...queuePollers];
    await Promise.all(pollers.map((poller) => poller.stop()));
  };
  try {
    for (const mapping of mappingsOf(stack, longestWindow)) {
      const [, tableName] = /^arn:aws:dynamodb:.*:table\/([^/]+)\/stream\//.exec(mapping.sourceArn) ?? [];
      if (tableName !== undefined) {
        await startStream(mapping, tableName);
      } else if (mapping.sourceArn.startsWith('arn:aws:sqs:')) {
        const queue = emulators.sqs.queue(mapping.sourceArn, mapping.id);
        queuePollers.push(pollQueue(mapping, queue, functions.find(mapping.functionReference, mapping.id)));
      } else {
        throw new RunnerError(
          `${mapping.id}: the source ${mapping.sourceArn} is neither a table's stream nor a queue`,
        );
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const pollersOf = new Map<FunctionRole | undefined, readonly StreamPoller[]>();
  const findPollers = (role: FunctionRole | undefined): readonly StreamPoller[] =>
    streamPollers
      .filter(({ tableArn }) => role === undefined || mayWriteTo(role, tableArn))
      .map(({ poller }) => poller);
  return {
    stop,
    nudge: (role) => {
      const pollers = pollersOf.get(role) ?? findPollers(role);
      pollersOf.set(role, pollers);
      for (const poller of pollers) poller.nudge();
    },
  };
}
