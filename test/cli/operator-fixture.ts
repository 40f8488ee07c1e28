/**
 * Runs the operator's commands against test stores that no other file uses. Importing this module starts the
 * stores before the tests.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { operatorIn } from '../support/service/operator.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

export let stores: TestStores;
export let folder: string;
export let operator: ReturnType<typeof operatorIn>;
export let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  folder = mkdtempSync(join(tmpdir(), 'svc-test-operator-'));
  operator = operatorIn(folder);
  const { tables } = stores;
  const outputs = {
    endpoints: { dynamodb: stores.endpoint },
    stack_outputs: {
      AccessTokensTable: tables.accessTokens,
      AccountKeysTable: tables.accountKeys,
      AccountsTable: tables.accounts,
      DeliveriesTable: tables.deliveries,
      RecoveriesTable: tables.recoveries,
      RepliesTable: tables.replies,
      WebhooksTable: tables.webhooks,
      ApiKeysTable: tables.apiKeys,
      AuditEventsTable: tables.auditEvents,
      CountersTable: tables.counters,
      FormJobsQueue: 'http://127.0.0.1:1/000000000000/form-jobs',
      FormJobsTable: tables.formJobs,
      FormSlugsTable: tables.formSlugs,
      IdempotencyTable: tables.idempotency,
      RecipientsTable: tables.recipients,
      BaseUrl: 'http://api.test',
      IdentitiesTable: tables.identities,
      InvitationsTable: tables.invitations,
      MembersTable: tables.members,
      OauthClientsTable: tables.oauthClients,
      ConnectionsTable: tables.connections,
      SessionsTable: tables.sessions,
      FormsTable: tables.forms,
      Plans: JSON.stringify(defaultPlans),
    },
  };
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(outputs));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stores.stop();
});

export const local = (...args: string[]) => operator(...args, '--local');
/** Runs a command that must succeed without writing to stderr. Returns its JSON output. */
export async function json(...args: string[]) {
  const ended = await local(...args, '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
}
export const create = (...args: string[]) => json('create', '--name', 'Acme', ...args);
