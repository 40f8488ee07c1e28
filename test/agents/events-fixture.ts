/**
 * Provides an agent with a callback, and a form in a new account for each test. Importing this module starts the
 * stores before the tests.
 */
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { startAgentCallback, type AgentCallback } from '../support/receivers/agent-callback.ts';
import { agentOn } from '../support/service/agent.ts';
import { handlersOn } from '../support/service/handlers.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { meterOf, type DynamoDbMeter } from '../support/emulators/dynamodb-meter.ts';
import { startStores } from '../support/emulators/stores.ts';

export const NAME = 'submission.created';
export const secretOf = (fill: number, length = 32): string =>
  `whsec_${Buffer.alloc(length, fill).toString('base64')}`;
export const SECRET = secretOf(1);

export let service: Pick<TestOperations, 'stores' | 'call'>;
export let meter: DynamoDbMeter;
export let callback: AgentCallback;
export let account: TestAccount;
export let form: { id: string };

beforeAll(async () => {
  const stores = await startStores();
  meter = await meterOf(stores.endpoint);
  const variables = { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true', TIME_SCALE: '1' };
  service = { stores, call: handlersOn({ ...stores, endpoint: meter.endpoint }, variables) };
  callback = await startAgentCallback();
});
afterAll(async () => {
  await callback.stop();
  await meter.stop();
  await service.stores.stop();
});
beforeEach(async () => {
  account = await newAccount(service.stores, { plan: 'team' });
  form = (await service.call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});

/** Sends a message and returns its result, or its error with the HTTP status. */
export async function ask(
  method: string,
  params: Record<string, unknown> = {},
  key = account.key,
): Promise<any> {
  const { status, body } = await agentOn(service.call, key).ask(method, params);
  return body.result ?? { status, ...(body.error ?? body) };
}
export const subscription = (url = callback.url, more: Record<string, unknown> = {}) => ({
  name: NAME,
  arguments: {},
  delivery: { mode: 'webhook', url, secret: SECRET },
  cursor: null,
  ...more,
});
export const subscribe = (params = subscription(), key = account.key) => ask('events/subscribe', params, key);
export const listed = async (
  path: 'listAccountWebhooks' | 'listWebhooks',
  query: Record<string, string> = {},
) => (await service.call(path, { key: account.key, path: { id: form.id }, query })).body.data as any[];
