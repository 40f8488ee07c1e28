/** Tests the effect of `PATCH /v1/webhooks/{id}` on a failing span, using the handler on emulators. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recoveryStore } from '../../lambdas/webhooks/recovery/recovery-store.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

const SINCE = '2026-11-20T08:00:00.000Z';
const FIRST = '2026-11-20T07:59:59.500Z';

let chain: DeliveryChain;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let form: { id: string };
beforeAll(async () => {
  chain = await startDeliveryChain();
  call = handlersOn(chain.stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    AWS_ENDPOINT_URL_SQS: chain.endpoints.sqs,
    DELIVERIES_QUEUE_URL: chain.outputs['DeliveriesQueue'] ?? '',
    RECOVERIES_QUEUE_URL: chain.outputs['RecoveriesQueue'] ?? '',
  });
  account = await newAccount(chain.stores);
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
});
afterAll(() => chain.stop());

/** Creates a webhook with an open failing span of three deliveries. Returns its id. */
async function failing(state: { auto_recover?: boolean; disabled?: 'failing' | 'gone' }): Promise<string> {
  const { auto_recover = false, disabled } = state;
  const body = { url: `http://127.0.0.1:9/${Math.random()}`, auto_recover };
  const { id } = (await call('createWebhook', { key: account.key, path: { id: form.id }, body })).body;
  // A 410 disables the webhook before it counts as failing.
  const since = disabled === 'gone' ? '' : ', failing_since = :since';
  await chain.stores.db.send(
    new UpdateCommand({
      TableName: chain.stores.tables.webhooks,
      Key: { owner_id: form.id, webhook_id: id },
      UpdateExpression: `SET failure_id = :since, failure_from = :first, failure_count = :three, enabled = :enabled${since}${disabled ? ', disabled_reason = :reason' : ''}`,
      ExpressionAttributeValues: {
        ':since': SINCE,
        ':first': FIRST,
        ':three': 3,
        ':enabled': disabled === undefined,
        ...(disabled && { ':reason': disabled }),
      },
    }),
  );
  return id;
}
const change = (id: string, body: object): Promise<Answered> =>
  call('updateWebhook', { key: account.key, path: { id }, body });
const due = (id: string) => recoveryStore(chain.stores.db, chain.stores.tables.recoveries).findDue(id);
const stored = async (id: string): Promise<Record<string, unknown>> => {
  const Key = { owner_id: form.id, webhook_id: id };
  const { Item = {} } = await chain.stores.db.send(
    new GetCommand({ TableName: chain.stores.tables.webhooks, Key }),
  );
  return Item;
};
const queued = async (): Promise<unknown[]> =>
  (await chain.receive()).map(({ body }): unknown => JSON.parse(body));

it('schedules the next probe if auto_recover is set while the webhook is failing', async () => {
  const id = await failing({});
  const { status, body } = await change(id, { auto_recover: true });
  expect([status, body.auto_recover, body.failing_since]).toEqual([200, true, SINCE]);
  expect(body.health.last_failure).toEqual({ since: FIRST, until: null, deliveries: 3 });
  expect(await queued()).toEqual([{ delivery_id: id }]);
  // If the message were lost, the next failure would queue it again.
  expect(await stored(id)).toHaveProperty('probe_due');
  expect(await due(id)).toBeUndefined();
});

it.each(['failing', 'gone'] as const)(
  'starts a recovery when a webhook that was disabled (%s) is enabled again',
  async (disabled) => {
    const id = await failing({ auto_recover: true, disabled });
    const { status, body } = await change(id, { enabled: true });
    expect([status, body.enabled, body.failing_since, body.disabled_reason]).toEqual([200, true, null, null]);
    expect(body.health.last_failure).toEqual({ since: FIRST, until: body.updated_at, deliveries: 3 });
    expect(await due(id)).toEqual({
      recovery_id: id,
      account_id: account.accountId,
      since: FIRST,
      spans: 1,
    });
    expect(await queued()).toEqual([]);
    // Repeating the request doesn't start a second recovery.
    await change(id, { enabled: true });
    expect(await due(id)).toMatchObject({ spans: 1 });
  },
);

it('starts only one recovery if several requests enable a webhook at the same time', async () => {
  const id = await failing({ auto_recover: true, disabled: 'failing' });
  const answers = await Promise.all([1, 2, 3].map(() => change(id, { enabled: true })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await due(id)).toMatchObject({ since: FIRST });
});

it('keeps the failing span of a webhook that its owner disables and recovers when it is enabled', async () => {
  const id = await failing({ auto_recover: true });
  const off = await change(id, { enabled: false });
  expect(off.body.health).toMatchObject({ state: 'disabled', last_failure: { since: FIRST, until: null } });
  expect(await due(id)).toBeUndefined();
  await change(id, { enabled: true });
  expect(await due(id)).toMatchObject({ since: FIRST, spans: 1 });
});

it('ends the failing span without a recovery if auto_recover is off', async () => {
  const id = await failing({ disabled: 'failing' });
  const { body } = await change(id, { enabled: true });
  expect(body.health.last_failure).toEqual({ since: FIRST, until: body.updated_at, deliveries: 3 });
  expect([await due(id), await queued()]).toEqual([undefined, []]);
});
