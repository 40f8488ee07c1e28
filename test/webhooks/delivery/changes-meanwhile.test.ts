/** Tests webhook changes while deliveries are waiting: a new filter, and a lost private key. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryIdOf, newFormId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newWebhook, type SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { fanOut } from '../../simulation/functions.ts';
import {
  chain,
  changeOf,
  deliverAll,
  fromLadder,
  later,
  queued,
  receiver,
  stored,
} from './delivery-fixture.ts';

const onlyBob = { all: [{ field: 'name', op: 'equals' as const, value: 'Bob' }] };

describe('a filter that is set while a delivery waits', () => {
  it('does not stop the first attempt', async () => {
    const target = await receiver();
    const { webhook, id } = await queued(target.url);
    await chain.webhooks.change(webhook.owner_id, webhook.webhook_id, { filter: onlyBob }, Date.now());
    await deliverAll();
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
  });

  it("doesn't stop a retry", async () => {
    const target = await receiver((count) => (count === 1 ? 500 : 200));
    const { webhook, id } = await queued(target.url);
    await deliverAll();
    expect(await stored(id)).toMatchObject({ status: 'retrying', attempts: 1 });
    await chain.webhooks.change(webhook.owner_id, webhook.webhook_id, { filter: onlyBob }, Date.now());
    await chain.deliver([fromLadder()], inADay());
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});

it('sends submissions once they contain the field that a filter requires', async () => {
  const formId = newFormId(systemRandom);
  const { webhook_id } = await chain.newWebhook('https://one.example/', formId);
  const filter = { all: [{ field: 'topic', op: 'equals' as const, value: 'sales' }] };
  await chain.webhooks.change(formId, webhook_id, { filter }, Date.now());
  const before = await chain.newSubmission(formId);
  await fanOut(chain.fanOutDeps)(changeOf(before));
  expect(await chain.receive()).toEqual([]);
  const after = { ...(await chain.newSubmission(formId)), payload: new Map([['topic', 'sales']]) };
  await fanOut(chain.fanOutDeps)(changeOf(after));
  const messages = (await chain.receive()).map(({ body }) => JSON.parse(body) as { delivery_id: string });
  expect(messages.map(({ delivery_id }) => delivery_id)).toEqual([
    deliveryIdOf(webhook_id, after.submission_id),
  ]);
});

describe('a private key that is lost between two attempts', () => {
  /** Creates a webhook with a key pair whose first attempt failed. */
  const failedOnce = async (url: string) => {
    const { owner_id, account_id } = await chain.newWebhook('https://other.example/');
    const webhook = newWebhook(
      { owner_id, account_id },
      { url, signing: 'hmac+ed25519' },
      Date.now(),
      systemRandom,
    );
    await put(webhook);
    const submission = await chain.newSubmission(owner_id);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    const id = deliveryIdOf(webhook.webhook_id, submission.submission_id);
    const messages = await chain.receive();
    await chain.deliver(messages.filter(({ body }) => body.includes(id)));
    expect(await stored(id)).toMatchObject({ status: 'retrying', attempts: 1 });
    return { webhook, id };
  };
  const put = (webhook: SigningWebhook) =>
    chain.stores.db.send(new PutCommand({ TableName: chain.stores.tables.webhooks, Item: webhook }));

  it('leaves only the signature made with the secret', async () => {
    const target = await receiver((count) => (count === 1 ? 500 : 200));
    const { webhook, id } = await failedOnce(target.url);
    const { private_key: _, ...withoutKey } = webhook;
    await put(withoutKey);
    await chain.deliver([fromLadder()], inADay());
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    const kinds = target.received.map(({ headers }) =>
      String(headers['webhook-signature'])
        .split(' ')
        .map((entry) => entry.split(',')[0]),
    );
    expect(kinds).toEqual([['v1', 'v1a'], ['v1']]);
  });
});

/** Returns dependencies with a clock that is a day ahead, so that every wait is over. */
const inADay = () => ({ ...later(), now: () => Date.now() + 86_400_000 });
