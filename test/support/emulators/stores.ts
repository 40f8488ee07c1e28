/** Provides real stores for one test: a new DynamoDB emulator with the tables of the synthesized stack. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDynoxide } from '../../../local/dynamodb/dynamodb-emulator.ts';
import { maintainStreamRecords } from '../../../local/dynamodb/stream-upkeep.ts';
import { createTables, tablesOf } from '../../../local/dynamodb/tables.ts';
import { Stack } from '../../../local/template/stack.ts';
import type { DocumentClient } from '../../../lambdas/aws/dynamodb.ts';
import { itemsOf, type ItemClient } from '../../../lambdas/aws/item-client.ts';
import { assemblyFolder, STACK_NAME } from '../assembly/assembly.ts';

/** Names of the stack's tables, as defined in `lib/storage/storage.ts`. */
type TableName =
  | 'accessTokens'
  | 'accountKeys'
  | 'accounts'
  | 'apiKeys'
  | 'auditEvents'
  | 'authorizationCodes'
  | 'connections'
  | 'counters'
  | 'deliveries'
  | 'emails'
  | 'formJobs'
  | 'forms'
  | 'formSlugs'
  | 'idempotency'
  | 'identities'
  | 'invitations'
  | 'members'
  | 'oauthClients'
  | 'recipients'
  | 'recoveries'
  | 'replies'
  | 'sessions'
  | 'submissions'
  | 'uploads'
  | 'webhooks';

export interface TestStores {
  readonly db: DocumentClient;
  readonly items: ItemClient;
  readonly failFast: ItemClient;
  readonly endpoint: string;
  /** Physical names of the tables. */
  readonly tables: Readonly<Record<TableName, string>>;
  stop(): Promise<void>;
}

/**
 * Caches the empty tables for all test files that use the same assembly, because creating tables takes longer
 * than starting the emulator.
 */
function keepPrepared(database: string, prepared: string): void {
  const making = `${prepared}.${randomUUID()}`;
  // Wait for the lock, because the emulator may be writing to the database.
  const source = new DatabaseSync(database, { timeout: 2000 });
  source.prepare('VACUUM INTO ?').run(making);
  source.close();
  // Two workers may create this file at the same time. Renaming is atomic, so an existing file is always
  // complete.
  renameSync(making, prepared);
}

export async function startStores(): Promise<TestStores> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-stores-'));
  const database = join(folder, 'dynamodb.db');
  // The prepared database is stored next to the template that defines its tables, so that both are deleted
  // together.
  const prepared = join(assemblyFolder(), 'tables.db');
  const isPrepared = existsSync(prepared);
  if (isPrepared) copyFileSync(prepared, database);
  const emulator = await startDynoxide(database, join(folder, 'dynamodb.log'));
  const client = new DynamoDBClient({
    endpoint: emulator.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const nowhere = 'http://127.0.0.1:1';
  const declared = tablesOf(
    Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: nowhere, apiEndpoint: nowhere }),
  );
  if (!isPrepared) {
    await createTables(client, declared);
    await maintainStreamRecords(database);
    keepPrepared(database, prepared);
  }
  const named = (part: string): string => {
    const found = declared.find(({ logicalId }) => logicalId.startsWith(`Storage${part}Table`));
    if (!found) throw new Error(`The stack has no table ${part}`);
    return found.ref;
  };
  return {
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    items: itemsOf(client),
    failFast: itemsOf(client),
    endpoint: emulator.endpoint,
    tables: {
      accessTokens: named('AccessTokens'),
      accountKeys: named('AccountKeys'),
      accounts: named('Accounts'),
      apiKeys: named('ApiKeys'),
      auditEvents: named('AuditEvents'),
      authorizationCodes: named('AuthorizationCodes'),
      connections: named('Connections'),
      counters: named('Counters'),
      deliveries: named('Deliveries'),
      emails: named('Emails'),
      formJobs: named('FormJobs'),
      forms: named('Forms'),
      formSlugs: named('FormSlugs'),
      idempotency: named('Idempotency'),
      identities: named('Identities'),
      invitations: named('Invitations'),
      members: named('Members'),
      oauthClients: named('OauthClients'),
      sessions: named('Sessions'),
      recipients: named('Recipients'),
      recoveries: named('Recoveries'),
      replies: named('Replies'),
      submissions: named('Submissions'),
      uploads: named('Uploads'),
      webhooks: named('Webhooks'),
    },
    async stop() {
      client.destroy();
      await emulator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
