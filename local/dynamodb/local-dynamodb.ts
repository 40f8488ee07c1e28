/**
 * Runs DynamoDB locally with the stack's tables, using the native emulator or a DynamoDB endpoint that is
 * already running.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { CREDENTIALS, REGION } from '../aws-names.ts';
import type { RunnerFolder } from '../runner-folder.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import { foreignDynamoDb, startDynoxide, type DynamoDbEmulator } from './dynamodb-emulator.ts';
import { StreamRecords } from './stream-records.ts';
import { maintainStreamRecords } from './stream-upkeep.ts';
import { createTables, tablesOf } from './tables.ts';
import { sweepTimeToLive } from './time-to-live.ts';

export interface DynamoDbOptions {
  readonly folder: RunnerFolder;
  /** DynamoDB endpoint to use instead of the native emulator. */
  readonly dynamodbEndpoint?: string | undefined;
  /** Interval for deleting expired items, in milliseconds. Defaults to one minute. */
  readonly ttlSweepMilliseconds?: number;
  readonly onError: (message: string) => void;
}

/** The emulator, its clients, and the background tasks that delete expired items and old stream records. */
export class DynamoDb implements Service {
  readonly endpoint: string;
  readonly tables: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly records: StreamRecords;
  readonly #emulator: DynamoDbEmulator;
  readonly #options: DynamoDbOptions;
  #sweeping: Service | undefined;

  private constructor(emulator: DynamoDbEmulator, options: DynamoDbOptions) {
    const settings = { endpoint: emulator.endpoint, region: REGION, credentials: CREDENTIALS };
    this.endpoint = emulator.endpoint;
    this.tables = new DynamoDBClient(settings);
    this.streams = new DynamoDBStreamsClient(settings);
    this.records = new StreamRecords(emulator.endpoint);
    this.#emulator = emulator;
    this.#options = options;
  }

  /**
   * Starts DynamoDB, or connects to an endpoint that is already running.
   * @throws RunnerError if DynamoDB doesn't start, or nothing responds at the given endpoint
   */
  static async start(options: DynamoDbOptions): Promise<DynamoDb> {
    const { dynamodbEndpoint, folder } = options;
    if (dynamodbEndpoint !== undefined) return new DynamoDb(await foreignDynamoDb(dynamodbEndpoint), options);
    await tend(options);
    const emulator = await startDynoxide(databaseOf(folder), folder.file('dynamodb.log'));
    return new DynamoDb(emulator, options);
  }

  /** Creates the template's missing tables and starts deleting expired items. */
  async createTables(stack: Stack): Promise<void> {
    await createTables(this.tables, tablesOf(stack));
    const { tools } = this.#emulator;
    if (tools === undefined) return;
    await tend(this.#options);
    const { ttlSweepMilliseconds = 60_000, onError } = this.#options;
    this.#sweeping = sweepTimeToLive(tools, ttlSweepMilliseconds, onError);
  }

  async stop(): Promise<void> {
    await this.#sweeping?.stop();
    this.tables.destroy();
    this.streams.destroy();
    this.records.destroy();
    await this.#emulator.stop();
  }
}

function databaseOf(folder: RunnerFolder): string {
  return folder.file('dynamodb.db');
}

async function tend({ folder, onError }: DynamoDbOptions): Promise<void> {
  const slow = await maintainStreamRecords(databaseOf(folder));
  if (slow !== undefined) onError(slow);
}
