/** Finds a text in everything that a local service stores: tables, versions of objects, queues and log files. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { decodePart } from '../../../lambdas/submissions/search-index/part.ts';
import { SEARCH_INDEXES } from '../../../lambdas/submissions/search-index/part-keys.ts';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';

/** Places where the text was found. Each name occurs once. */
export interface Places {
  /** Outputs of the stack that name a table, for example `SubmissionsTable`. */
  readonly tables: readonly string[];
  /** `attachments/…` or `exports/…`: the bucket and the first part of the key. */
  readonly objects: readonly string[];
  readonly queues: readonly string[];
  readonly logs: readonly string[];
}

/** Searches the service in this folder, ignoring case. */
export async function placesOf(folder: string, text: string): Promise<Places> {
  const wanted = text.toLowerCase();
  const [tables, objects] = await Promise.all([tablesWith(folder, wanted), objectsWith(folder, wanted)]);
  return { tables, objects, queues: queuesWith(folder, wanted), logs: logsWith(folder, wanted) };
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

async function tablesWith(folder: string, wanted: string): Promise<string[]> {
  const { outputs, endpoints } = localOutputs(folder);
  const client = new DynamoDBClient(clientFor(endpoints?.dynamodb));
  const db = DynamoDBDocumentClient.from(client);
  const nameOf = (table: string): string =>
    Object.entries(outputs).find(([, value]) => value === table)?.[0] ?? table;
  const found: string[] = [];
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const TableName of TableNames) {
    for await (const { Items = [] } of paginateScan({ client: db }, { TableName, ConsistentRead: true }))
      if (Items.some((item) => textOf(item).includes(wanted))) found.push(nameOf(TableName));
  }
  client.destroy();
  return sorted(found);
}

/** Returns an item's text, including the content of compressed attributes. */
const textOf = (item: object): string =>
  JSON.stringify(item, (_, value: unknown) =>
    value instanceof Uint8Array ? unpacked(value) : value instanceof Set ? [...value] : value,
  ).toLowerCase();

function unpacked(bytes: Uint8Array): string {
  const ways = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync];
  for (const unpack of ways) {
    try {
      return unpack(bytes).toString();
    } catch {
      // The value was compressed in another format.
    }
  }
  return Buffer.from(bytes).toString();
}

async function objectsWith(folder: string, wanted: string): Promise<string[]> {
  const { endpoints } = localOutputs(folder);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: true });
  const found: string[] = [];
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  for (const { Name: Bucket = '' } of Buckets) {
    for (const { Key, VersionId } of await versionsIn(s3, Bucket)) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      const content = Key.startsWith(SEARCH_INDEXES)
        ? decodePart(bytes)
            .map(({ words, places }) => `${unpacked(words)} ${unpacked(places)}`)
            .join(' ')
        : Buffer.from(bytes).toString('latin1');
      if (`${Key} ${content}`.toLowerCase().includes(wanted))
        found.push(`${Bucket.split('-').at(-1) ?? ''}/${Key.split('/', 1)[0] ?? ''}`);
    }
  }
  s3.destroy();
  return sorted(found);
}

/** Returns all versions of a bucket's objects, or its objects if the bucket isn't versioned. */
async function versionsIn(s3: S3Client, Bucket: string): Promise<{ Key: string; VersionId?: string }[]> {
  try {
    const { Versions = [], IsTruncated } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    if (IsTruncated === true) throw new Error(`${Bucket} has too many versions for this test`);
    return Versions.map(({ Key = '', VersionId = '' }) => ({ Key, VersionId }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'MethodNotAllowed') throw error;
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key = '' }) => ({ Key }));
  }
}

/** Reads the messages of all queues, including delayed and in-flight messages. */
function queuesWith(folder: string, wanted: string): string[] {
  const files = readdirSync(join(folder, 'sqs'), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => {
      const database = new DatabaseSync(join(folder, 'sqs', name), { readOnly: true });
      const rows = database.prepare('SELECT queue_name, body, message_attributes FROM sqs_messages').all();
      database.close();
      return rows
        .filter((row) => JSON.stringify(row).toLowerCase().includes(wanted))
        .map(({ queue_name }) => String(queue_name));
    });
  return sorted(found);
}

function logsWith(folder: string, wanted: string): string[] {
  const isLog = (name: string): boolean => name.endsWith('.log') || name.startsWith('logs/');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(isLog);
  return sorted(
    files.filter(
      (name) =>
        existsSync(join(folder, name)) &&
        readFileSync(join(folder, name), 'utf8').toLowerCase().includes(wanted),
    ),
  );
}
