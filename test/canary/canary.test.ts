/** Tests a run of the canary and its webhook, using a fake clock and service. */
import { Webhook } from 'standardwebhooks';
import type { Account } from '../../lambdas/accounts/account.ts';
import { CANARY_ACCOUNT, canaryWebhook } from '../../lambdas/canary/canary.ts';
import { CANARY_FORM } from '../../lambdas/core/canary-ids.ts';
import { isSigned, runOf } from '../../lambdas/canary/canary-delivery.ts';
import type * as Canary from '../../lambdas/canary/run-canary.ts';
import { isFormId, ownerIdOfWebhook, deliveryIdOf, newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { signedEnvelope } from '../../lambdas/webhooks/delivery/envelope.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';
import { canaryStore } from '../../lambdas/canary/canary-store.ts';

const RUN = '0b8f3bf2-6a0f-4d7c-9d5e-0f6b0d6a4a11';
const RECEIVER = 'https://canary.example.com/';
const AT = Date.parse('2026-11-20T08:00:00Z');

let stores: TestStores;
let runCanary: typeof Canary.runCanary;
let takeWebhook: typeof Canary.takeWebhook;
beforeAll(async () => {
  stores = await startStores();
  setFunctionEnvironment(stores);
  ({ runCanary, takeWebhook } = await import('../../lambdas/canary/run-canary.ts'));
});
afterAll(() => stores.stop());

const storeOf = ({ db, items, tables }: TestStores) =>
  canaryStore({ db, items }, { ...tables, jobs: tables.formJobs, slugs: tables.formSlugs }, systemRandom);
const stored = async (table: string, Key: Record<string, string>) => {
  const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
  return (await stores.db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;
};

/** Returns the webhook request for a run, signed with the given secret. */
function delivered(secret: string, run = RUN, at = AT) {
  const id = deliveryIdOf('wh_CANARY0000CANARY0000', newSubmissionId(CANARY_FORM, at, systemRandom));
  const data = { payload: { run } };
  const { body, headers } = signedEnvelope(
    { id, event: 'submission.created', attempt: 1, data },
    { secrets: [secret], privateKeys: [] },
    at,
  );
  return { headers, body: Buffer.from(body) };
}

/**
 * Fakes a service that responds to submissions with the given status. The fake service sends the webhook
 * unless `sends` is false.
 */
function world({ status = 201, sends = true }: { status?: number; sends?: boolean } = {}) {
  let clock = AT;
  const posts: { url: string; body: unknown }[] = [];
  const measured: number[] = [];
  const store = storeOf(stores);
  const now = (): number => clock;
  const deps = {
    store,
    now,
    baseUrl: 'https://forms.example.com',
    newRun: () => RUN,
    fetch: async (url: string, { body }: RequestInit) => {
      posts.push({ url, body: JSON.parse(body as string) });
      clock += 800;
      if (sends) await takeWebhook({ store, now })(delivered((await store.secret()) ?? '', RUN, clock));
      clock += 200;
      return new Response(null, { status });
    },
    pause: (milliseconds: number) => {
      clock += milliseconds;
      return Promise.resolve();
    },
    measure: (milliseconds: number) => measured.push(milliseconds),
  };
  return { run: () => runCanary(deps)(RECEIVER), posts, measured, store, now };
}

it("has ids in the service's format", () => {
  expect(isFormId(CANARY_FORM)).toBe(true);
  expect(ownerIdOfWebhook('wh_CANARY0000CANARY0000')).toBe(CANARY_FORM);
  expect(CANARY_ACCOUNT).toMatch(/^acc_[0-9A-HJKMNP-TV-Z]{12}$/);
});

it("fails if its webhook doesn't arrive within forty seconds", async () => {
  const { run, measured } = world({ sends: false });
  await expect(run()).rejects.toMatchObject({
    name: 'CanaryFailed',
    message: 'No webhook arrived within 40 s',
  });
  expect(measured).toEqual([]);
});

it('submits its form by id and measures how long the webhook takes', async () => {
  const { run, posts, measured } = world();
  expect(await run()).toBe(800);
  expect(measured).toEqual([800]);
  expect(posts).toEqual([{ url: `https://forms.example.com/v1/f/${CANARY_FORM}`, body: { run: RUN } }]);
});

it('fails if its submission is refused', async () => {
  const { run } = world({ status: 503 });
  await expect(run()).rejects.toMatchObject({ message: 'The submission got status 503' });
});

describe('the resources created by the first run', () => {
  it('include a separate account with a quota, a form with one day of retention, and a webhook', async () => {
    const { store } = world();
    await store.prepare(RECEIVER, AT);
    const account = (await stored(stores.tables.accounts, { account_id: CANARY_ACCOUNT })) as Account;
    expect(account).toMatchObject({ name: 'Canary', monthly_quota: 5_000_000 });
    expect(
      await stored(stores.tables.forms, { account_id: CANARY_ACCOUNT, form_id: CANARY_FORM }),
    ).toMatchObject({
      status: 'live',
      retention_days: 1,
      notify_emails: [],
      spam: { mode: 'observe' },
    });
    expect(await stored(stores.tables.formSlugs, { slug: CANARY_FORM })).toMatchObject({
      form_id: CANARY_FORM,
    });
    const key = { owner_id: CANARY_FORM, webhook_id: 'wh_CANARY0000CANARY0000' };
    expect(await stored(stores.tables.webhooks, key)).toMatchObject({ url: RECEIVER, enabled: true });
  });

  it('stay the same, except for a webhook with a different URL', async () => {
    const { store } = world();
    await store.prepare(RECEIVER, AT);
    const [account, secret] = [
      await stored(stores.tables.accounts, { account_id: CANARY_ACCOUNT }),
      await store.secret(),
    ];
    await store.prepare(RECEIVER, AT + 1);
    expect(await store.secret()).toBe(secret);
    await store.prepare('https://other.example.com/', AT + 2);
    expect(await store.secret()).not.toBe(secret);
    expect(await stored(stores.tables.accounts, { account_id: CANARY_ACCOUNT })).toEqual(account);
  });
});

describe('a webhook', () => {
  const secret = canaryWebhook(RECEIVER, AT, systemRandom).secret;

  it('is verified as documented for receivers', () => {
    const { headers, body } = delivered(secret);
    expect(isSigned({ headers, body }, secret, AT)).toBe(true);
    // This signature was created with the Standard Webhooks library.
    const signature = new Webhook(secret).sign('whd_1', new Date(AT), body.toString());
    const theirs = {
      'webhook-id': 'whd_1',
      'webhook-timestamp': String(AT / 1000),
      'webhook-signature': signature,
    };
    expect(isSigned({ headers: theirs, body }, secret, AT)).toBe(true);
    expect(
      isSigned({ headers: { ...theirs, 'webhook-signature': `v1,AAAA ${signature}` }, body }, secret, AT),
    ).toBe(true);
  });

  it.each([
    ['another body', { body: Buffer.from('{}') }],
    ['another id', { headers: { 'webhook-id': 'whd_2' } }],
    ['no signature', { headers: { 'webhook-signature': '' } }],
    ['no time', { headers: { 'webhook-timestamp': '' } }],
    ['an old timestamp', { now: AT + 301_000 }],
    ['another secret', { secret: canaryWebhook(RECEIVER, AT, systemRandom).secret }],
  ])('is refused with %s', (_, { body, headers = {}, now = AT, secret: other = secret }: any) => {
    const good = delivered(secret);
    const sent = { headers: { ...good.headers, ...headers }, body: body ?? good.body };
    expect(isSigned(sent, other, now)).toBe(false);
  });

  it('identifies its run, but other webhooks identify no run', () => {
    expect(runOf(delivered(secret).body)).toBe(RUN);
    for (const other of [
      '',
      'no JSON',
      '{}',
      '{"type":"webhook.test","data":{"sample":true}}',
      '{"type":"submission.created","data":{"payload":{"run":"x"}}}',
    ])
      expect(runOf(Buffer.from(other))).toBeUndefined();
  });

  it("records nothing if it isn't signed", async () => {
    const { store, now } = world();
    await store.prepare(RECEIVER, AT);
    const other = '11111111-6a0f-4d7c-9d5e-0f6b0d6a4a11';
    expect(await takeWebhook({ store, now })(delivered(secret, other))).toBe(401);
    expect(await store.heardAt(other)).toBeUndefined();
    expect(await takeWebhook({ store, now })(delivered((await store.secret())!, other))).toBe(204);
    expect(await store.heardAt(other)).toBe(AT);
  });
});
