/** Tests account-wide webhooks on emulators: the operations, fan-out and delivery. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountRegistry } from '../../cli/account/account-registry.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { SubmissionChange } from '../../lambdas/submissions/submission-stream.ts';
import { deliveryIdOf } from '../../lambdas/core/ids.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { ownedWebhook, ownsWebhook, visibleWebhookOwners } from '../../lambdas/auth/ownership.ts';
import { formReader } from '../../lambdas/forms/form-store.ts';
import { webhookStore } from '../../lambdas/webhooks/webhook-store.ts';
import { fanOut } from '../simulation/functions.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newAccount, serviceOn, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';

let chain: DeliveryChain;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let forms: { id: string; slug: string }[];
let receiver: Receiver;

beforeAll(async () => {
  chain = await startDeliveryChain();
  call = handlersOn(chain.stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    WEBHOOK_DEADLINE_MS: '1000',
  });
});
afterAll(() => chain.stop());
afterEach(() => receiver.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  account = await newAccount(chain.stores, { plan: 'team' });
  const create = async (name: string) =>
    (await call('createForm', { key: account.key, body: { name } })).body;
  forms = [await create('Contact'), await create('Jobs')];
});

const create = (url: string, key = account.key): Promise<Answered> =>
  call('createAccountWebhook', { key, body: { url } });
const at = (id: string, body?: unknown) => ({
  key: account.key,
  path: { id },
  ...(body !== undefined && { body }),
});

/** Submits the form. Returns the submission's id and stream record. */
async function post(form: { id: string; slug: string }): Promise<{ id: string; change: SubmissionChange }> {
  const { id } = (await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } })).body;
  const stored = await submissionStore(chain.stores.db, chain.stores.tables.submissions).find(form.id, id);
  const change = {
    event: 'INSERT',
    keys: { form_id: form.id, submission_id: id },
    after: stored,
    sequence: '1',
  } as unknown as SubmissionChange;
  return { id, change };
}

describe('POST and GET /v1/webhooks', () => {
  it('creates an account-wide webhook, shows its secret once, and lists it separately from form webhooks', async () => {
    const { status, body } = await create('https://hooks.example.org/all');
    expect(status).toBe(201);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_/);
    expect(shown).toMatchObject({ form_id: null, enabled: true, format: 'standard' });
    const [form] = forms;
    await call('createWebhook', at(form!.id, { url: 'https://hooks.example.org/all' }));
    expect((await call('listAccountWebhooks', { key: account.key })).body).toEqual({
      data: [shown],
      next_cursor: null,
    });
    expect((await call('listWebhooks', at(form!.id))).body.data).toHaveLength(1);
  });

  it.each([
    [null, 201],
    ['frm_8K3Q0ZT5VW', 422],
  ])('responds to the form_id %p with %i', async (form_id, status) => {
    const body = { url: 'https://hooks.example.org/all', form_id };
    expect((await call('createAccountWebhook', { key: account.key, body })).status).toBe(status);
  });

  it('refuses a URL that another webhook uses and names that webhook', async () => {
    const { body: first } = await create('https://hooks.example.org/in');
    const { body: second } = await create('https://hooks.example.org/out');
    const problem = { status: 409, body: { webhook_id: first.id } };
    expect(await create('https://hooks.example.org/in#again')).toMatchObject(problem);
    expect(await call('updateWebhook', at(second.id, { url: 'https://hooks.example.org/in' }))).toMatchObject(
      problem,
    );
  });

  it('allows ten webhooks per account, even if requests race', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => create(`https://hooks.example.org/${index}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 6 }, () => 409),
    ]);
  });

  it("validates the URL like any other webhook's", async () => {
    for (const url of ['ftp://hooks.example.org/', 'hooks.example.org', 'https://ada:x@hooks.example.org/']) {
      expect(await create(url)).toMatchObject({ status: 422, body: { errors: [{ path: 'url' }] } });
    }
  });
});

describe('an account-wide webhook', () => {
  it("gets every form's submissions once each, in the same envelope as any webhook", async () => {
    const { body: webhook } = await create(receiver.url);
    const { body: own } = await call('createWebhook', at(forms[0]!.id, { url: `${receiver.url}own` }));
    const posts = [await post(forms[0]!), await post(forms[1]!)];
    const handle = fanOut(chain.fanOutDeps);
    // The stream can deliver a record twice.
    for (const { change } of [...posts, ...posts]) await handle(change);
    for (let left = await chain.receive(); left.length > 0; left = await chain.receive()) {
      await chain.deliver(left);
    }
    const got = receiver.received.map(({ headers, body }) => [
      headers['x-svc-delivery'],
      (body as any).data.submission_id,
      (body as any).data.form_id,
    ]);
    const sent = posts.map(({ id }, index) => [deliveryIdOf(webhook.id, id), id, forms[index]!.id]);
    expect(got.toSorted()).toEqual(
      [...sent, [deliveryIdOf(own.id, posts[0]!.id), posts[0]!.id, forms[0]!.id]].toSorted(),
    );

    const { body: list } = await call('listDeliveries', at(webhook.id));
    expect(list.data.map(({ submission_id, status }: any) => [submission_id, status])).toEqual(
      posts.map(({ id }) => [id, 'succeeded']).toReversed(),
    );
    const delivery = list.data[0].id;
    expect((await call('getDelivery', at(delivery))).body).toEqual(list.data[0]);
    expect((await call('replayDelivery', at(delivery))).body).toMatchObject({ attempts: 2 });
    const timeline = (await call('getTimeline', at(posts[0]!.id))).body.data;
    expect(
      timeline.filter(({ type }: any) => type === 'webhook').map((each: any) => each.webhook_id),
    ).toEqual(expect.arrayContaining([webhook.id, own.id]));
  });

  /** Runs fan-out for these submissions. Returns the forms and accounts that it reads webhooks for. */
  async function askedFor(changes: readonly SubmissionChange[]): Promise<string[]> {
    const asked: string[] = [];
    const listWebhooks = (ownerId: string) => {
      asked.push(ownerId);
      return chain.fanOutDeps.listWebhooks(ownerId);
    };
    const handle = fanOut({ ...chain.fanOutDeps, listWebhooks });
    for (const change of changes) await handle(change);
    return asked.toSorted();
  }
  const postToAll = async () =>
    (await Promise.all([...forms, ...forms].map(post))).map(({ change }) => change);

  it('adds one read to fan-out per account in a batch, but none until the account has its first webhook', async () => {
    const ids = forms.map(({ id }) => id);
    expect(await askedFor(await postToAll())).toEqual(ids.toSorted());
    await create(receiver.url);
    expect(await askedFor(await postToAll())).toEqual([account.accountId, ...ids].toSorted());
  });

  it('gets all submissions that start after its creation, no matter how many requests run at the same time', async () => {
    let made = false;
    const marks: (true | undefined)[] = [];
    const keepPosting = async (): Promise<void> => {
      for (let after = 0; after < 3;) {
        const isAfter = made;
        const { change } = await post(forms[0]!);
        if (!isAfter) continue;
        marks.push(change.after?.no_account_webhooks);
        after += 1;
      }
    };
    const posting = Promise.all([keepPosting(), keepPosting(), keepPosting()]);
    const [first, second] = await Promise.all([create(receiver.url), create(`${receiver.url}too`)]);
    made = true;
    await posting;
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(marks).toEqual(Array.from({ length: 9 }, () => undefined));
  });

  it('gets a submission that was stored as spam before the webhook existed and released afterwards', async () => {
    const { change } = await post(forms[0]!);
    expect(change.after?.no_account_webhooks).toBe(true);
    const released = { ...change, event: 'MODIFY' } as SubmissionChange;
    expect(await askedFor([released])).toEqual([account.accountId, forms[0]!.id].toSorted());
  });

  it('is looked up again if the account is older than the marker or if the month or plan changes', async () => {
    const { db, tables } = chain.stores;
    const registry = accountRegistry(serviceOn(chain.stores), Date.now, systemRandom);
    const [form] = forms;
    expect((await post(form!)).change.after?.no_account_webhooks).toBe(true);
    await registry.setPlan(account.accountId, 'pro');
    expect((await post(form!)).change.after?.no_account_webhooks).toBe(true);
    // Simulates an account that was created before the marker `no_account_webhooks` existed.
    const Key = { account_id: account.accountId };
    const UpdateExpression = 'REMOVE no_account_webhooks';
    await db.send(new UpdateCommand({ TableName: tables.accounts, Key, UpdateExpression }));
    await registry.setPlan(account.accountId, 'team');
    const { change } = await post(form!);
    expect(change.after?.no_account_webhooks).toBeUndefined();
    expect(await askedFor([change])).toContain(account.accountId);
  });

  it('can be read, changed, tested, rotated, and deleted like any other webhook', async () => {
    const { body: webhook } = await create(receiver.url);
    expect((await call('getWebhook', at(webhook.id))).body).toMatchObject({ id: webhook.id, form_id: null });
    const changed = await call('updateWebhook', at(webhook.id, { name: 'All', rotate_secret: true }));
    expect(changed.body).toMatchObject({ name: 'All', form_id: null });
    expect(changed.body.secret).not.toBe(webhook.secret);
    expect((await call('testWebhook', at(webhook.id))).body).toEqual({ status_code: 200, ok: true });
    expect((receiver.received[0]!.body as any).data).toEqual({ form_id: null, sample: true });
    expect((await call('deleteWebhook', at(webhook.id))).status).toBe(204);
    expect((await call('getWebhook', at(webhook.id))).status).toBe(404);
  });

  it('returns 404 to other accounts, as do its deliveries', async () => {
    const { body: webhook } = await create(receiver.url);
    await call('testWebhook', at(webhook.id));
    const [{ id }] = (await call('listDeliveries', at(webhook.id))).body.data;
    const { key } = await newAccount(chain.stores);
    for (const name of ['getWebhook', 'deleteWebhook', 'testWebhook', 'listDeliveries'] as const) {
      expect((await call(name, { key, path: { id: webhook.id } })).status).toBe(404);
    }
    for (const name of ['getDelivery', 'replayDelivery'] as const) {
      expect((await call(name, { key, path: { id } })).status).toBe(404);
    }
    expect((await call('listAccountWebhooks', { key })).body.data).toEqual([]);
  });

  it("returns 404 for a caller who can access only specific forms, and can't be created by such a caller", async () => {
    // Handlers read their environment variables when they are loaded.
    const { createAccountWebhook } = await import('../../lambdas/webhooks/create-account-webhook.ts');
    const { listAccountWebhooks } = await import('../../lambdas/webhooks/list-account-webhooks.ts');
    const { body: webhook } = await create(receiver.url);
    const { db, tables } = chain.stores;
    const found = formReader(db, tables.forms);
    const webhooks = webhookStore(db, tables.webhooks);
    const limited = { account_id: account.accountId, form_ids: [forms[0]!.id] };
    await expect(ownedWebhook(found, limited, webhook.id, webhooks.find)).rejects.toMatchObject({
      slug: 'not-found',
    });
    expect(await ownsWebhook(found, limited, account.accountId)).toBe(false);
    expect(await ownsWebhook(found, limited, forms[0]!.id)).toBe(true);
    expect(await ownsWebhook(found, limited, forms[1]!.id)).toBe(false);
    const form = { account_id: account.accountId, form_id: forms[0]!.id };
    expect(visibleWebhookOwners(form, limited)).toEqual([form.form_id]);
    const request = { caller: limited, body: { url: receiver.url }, query: { limit: 25 } } as any;
    await expect(createAccountWebhook({} as any)(request)).rejects.toMatchObject({ slug: 'forbidden' });
    const list = listAccountWebhooks({
      forms: found,
      webhooks,
      subscriptions: { ofAccount: () => Promise.resolve([]) },
      current: (rows) => Promise.resolve([...rows]),
      facts: { rates: { rates: () => Promise.resolve(new Map()) }, now: Date.now },
    });
    expect((await list(request)).body).toEqual({ data: [], next_cursor: null });
  });
});
