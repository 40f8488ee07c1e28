/** Tests the spam score of submissions with the real tables. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { bucketsOf, trainModel, noWordModel, packedCounts } from '../../lambdas/spam/word-model.ts';
import { wordModelKey } from '../../lambdas/spam/word-model-store.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import type { IngestStore } from '../../lambdas/ingest/ingest.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const post = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers });
const stored = (formId: string) => storedSubmissions(stores, formId);
const counted = async (counter: string) => {
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: stores.tables.counters, Key: { counter }, ConsistentRead: true }),
  );
  return (Item?.['used'] as number | undefined) ?? 0;
};
const used = () => counted(`quota#${account.account_id}#${new Date().toISOString().slice(0, 7)}`);
const spamToday = (formId: string) => counted(`spam#${formId}#${new Date().toISOString().slice(0, 10)}`);
const codesOf = (item: Record<string, unknown> | undefined) =>
  ((item?.['spam'] as { reasons: { code: string }[] } | undefined)?.reasons ?? []).map(({ code }) => code);

const ACCEPTED = { status: 200, body: { ok: true, status: 'accepted' } };
/** 30 + 25 + 20 + 15 points. */
const LOUD = {
  email: 'bob@mailinator.com',
  message: 'https://a.example https://b.example https://c.example',
  _svc_elapsed_ms: '40',
  _svc_webdriver: 'true',
};

describe('a form in observe mode', () => {
  it('stores the score with its reasons and accepts the submission', async () => {
    const form = await account.makeForm();
    const before = await used();
    expect(await post(form.slug, LOUD)).toMatchObject({ status: 201 });
    const [item] = await stored(form.id);
    expect(item).toMatchObject({
      status: 'received',
      payload: [
        ['email', 'bob@mailinator.com'],
        ['message', LOUD.message],
      ],
      spam: {
        score: 90,
        reasons: [
          { code: 'webdriver', points: 30 },
          { code: 'filled-too-fast', points: 25 },
          { code: 'disposable-address', points: 20 },
          { code: 'many-links', points: 15 },
        ],
      },
    });
    expect(item).not.toHaveProperty('filed');
    expect(await used()).toBe(before + 1);
  });

  it('adds no points for headers that browsers and scripts leave out', async () => {
    const form = await account.makeForm();
    await post(form.slug, { name: 'Ada', message: 'Do you ship to Malta?' });
    const [item] = await stored(form.id);
    expect(item).not.toHaveProperty('spam');
  });

  it('detects the third submission of the same text within an hour, regardless of address and case', async () => {
    const form = await account.makeForm();
    for (const [email, message] of [
      ['ann-ax@visitor.example', 'We make your site the first of all'],
      ['ann-bx@visitor.example', 'we make  your site\nthe first of all!'],
      ['ann-cx@visitor.example', 'We make your site the first of all'],
      ['ann-dx@visitor.example', 'We make your shop the first of all'],
    ])
      await post(form.slug, { email, message });
    const items = await stored(form.id);
    expect(items.map((item) => codesOf(item))).toEqual([[], [], ['repeated-text'], []]);
  });

  it('never moves a submission to spam, regardless of its score', async () => {
    const form = await account.makeForm({ spam: { threshold: 1 } });
    for (let times = 0; times < 4; times += 1)
      expect(await post(form.slug, LOUD)).toMatchObject({ status: 201 });
    const items = await stored(form.id);
    expect(items.map(({ status }) => status as string)).toEqual(Array(4).fill('received'));
    expect(items.at(-1)).toMatchObject({ spam: { score: 100 } });
  });
});

describe('a form in file mode', () => {
  const spam = { mode: 'file' };

  it('stores submissions that reach the threshold as spam and responds as it does to any other spam', async () => {
    const form = await account.makeForm({ spam });
    const before = await used();
    expect(await post(form.slug, LOUD)).toMatchObject(ACCEPTED);
    expect(await stored(form.id)).toMatchObject([
      { status: 'spam', filed: true, spam_form_id: form.id, spam: { score: 90 } },
    ]);
    expect(await used()).toBe(before);
    expect(await spamToday(form.id)).toBe(1);
  });

  it("accepts submissions below the threshold and doesn't count them as spam", async () => {
    const form = await account.makeForm({ spam: { ...spam, threshold: 91 } });
    const before = await used();
    expect(await post(form.slug, LOUD)).toMatchObject({ status: 201 });
    expect(await used()).toBe(before + 1);
    expect(await spamToday(form.id)).toBe(0);
  });

  it('moves the third submission of an already suspicious text to spam and releases its quota unit', async () => {
    const form = await account.makeForm({ spam });
    const before = await used();
    const message = 'Buy followers and quality backlinks today';
    const responses = [];
    for (let times = 0; times < 3; times += 1)
      responses.push(await post(form.slug, { name: 'Bob', message }));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200]);
    const items = await stored(form.id);
    expect(items.map(({ status }) => status as string)).toEqual(['received', 'received', 'spam']);
    expect(codesOf(items[2])).toEqual(['repeated-text', 'keyword', 'keyword']);
    expect(await used()).toBe(before + 2);
    expect(await spamToday(form.id)).toBe(1);
  });

  it("doesn't count spam for a suspicious submission that the quota refuses", async () => {
    const limited = await makeAccount(stores, call, { quota: 1 });
    const form = await limited.makeForm({ spam });
    const message = 'Buy followers and quality backlinks today';
    // The submissions arrive in parallel, so most of them are admitted before the quota is used up.
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post(form.slug, { name: 'Bob', message })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    const filed = (await stored(form.id)).filter(({ status }) => status === 'spam');
    expect(statuses.filter((status) => status === 200)).toHaveLength(filed.length);
    expect(await spamToday(form.id)).toBe(filed.length);
  });

  it('never moves a submission to spam because of its content alone', async () => {
    const form = await account.makeForm({ spam: { ...spam, threshold: 36 } });
    const says = {
      name: 'XkJhQzRtPwL https://x.example',
      email: 'bob@mailinator.com',
      message: 'https://a.example https://b.example seo services payday loan',
    };
    expect(await post(form.slug, says)).toMatchObject({ status: 201 });
    expect(await stored(form.id)).toMatchObject([{ status: 'received', spam: { score: 35 } }]);
  });

  it.each([['mailinator.com'], ['bob@mailinator.com']])(
    'accepts submissions from the allowed %s',
    async (entry) => {
      const form = await account.makeForm({ spam: { ...spam, threshold: 1, allowed: [entry] } });
      for (let times = 0; times < 4; times += 1)
        expect(await post(form.slug, LOUD)).toMatchObject({ status: 201 });
      expect((await stored(form.id)).every((item) => item['spam'] === undefined)).toBe(true);
    },
  );

  it('releases a submission like any other spam and counts it once', async () => {
    const form = await account.makeForm({ spam });
    await post(form.slug, LOUD);
    const [item] = await stored(form.id);
    const before = await used();
    const id = item!['submission_id'] as string;
    const path = { id };
    const release = () =>
      call('updateSubmission', { path, key: account.managementKey, body: { status: 'received' } });
    expect(await release()).toMatchObject({ status: 200, body: { status: 'received', spam: { score: 90 } } });
    expect(await release()).toMatchObject({ status: 200 });
    expect(await used()).toBe(before + 1);
  });
});

describe('a block list match', () => {
  it.each(['observe', 'file'])('is spam in mode %s, even from an allowed address', async (mode) => {
    const form = await account.makeForm({
      spam: { mode, blocked: ['cheap watches'], allowed: ['good.example'] },
    });
    const before = await used();
    expect(await post(form.slug, { email: 'ada@good.example', message: 'Cheap  watches!' })).toMatchObject(
      ACCEPTED,
    );
    expect(await stored(form.id)).toMatchObject([
      {
        status: 'spam',
        filed: true,
        spam: {
          score: 100,
          reasons: [{ code: 'blocked', points: 100, detail: 'This form blocks "cheap watches".' }],
        },
      },
    ]);
    expect(await used()).toBe(before);
  });

  it('is found before declared fields are checked so that bots learn nothing', async () => {
    const form = await account.makeForm({
      spam: { blocked: ['spam.example'] },
      fields: [{ name: 'name', type: 'text', required: true }],
    });
    expect(await post(form.slug, { message: 'see www.spam.example' })).toMatchObject(ACCEPTED);
  });
});

describe("the form's own word model", () => {
  const buckets = (text: string) => bucketsOf(new Map([['message', text]]));
  const teach = (formId: string, spam: number, good: number) => {
    const model = trainModel(noWordModel(), [
      ...Array.from(
        { length: spam },
        () =>
          ({ label: 'spam', times: 1, buckets: buckets('wholesale replica sunglasses discount') }) as const,
      ),
      ...Array.from(
        { length: good },
        () => ({ label: 'good', times: 1, buckets: buckets('repair of my bicycle') }) as const,
      ),
    ]);
    const Item = {
      counter: wordModelKey(formId),
      spam_marks: spam,
      good_marks: good,
      counts: packedCounts(model),
      version: 1,
    };
    return stores.db.send(new PutCommand({ TableName: stores.tables.counters, Item }));
  };
  const message = 'Replica sunglasses, wholesale, discount';

  it.each([
    [49, 50, []],
    [50, 50, ['word', 'word', 'word', 'word']],
  ])('with %d marked as spam and %d others, returns %j', async (spam, good, codes) => {
    const form = await account.makeForm();
    await teach(form.id, spam, good);
    await post(form.slug, { message });
    const [item] = await stored(form.id);
    expect(codesOf(item)).toEqual(codes);
    expect(item?.['spam']).toEqual(codes.length === 0 ? undefined : expect.objectContaining({ score: 45 }));
  });

  it('is reloaded a minute after it had too little data', async () => {
    const form = await account.makeForm();
    const store = ingestStore(
      stores,
      { ...stores.tables, slugs: stores.tables.formSlugs },
      defaultPlans,
      {} as IngestStore['files'],
    );
    const asked = async (now: number) =>
      (await store.lookUp({ formId: form.id, credential: undefined, once: undefined, now })).wordModel;
    const now = Date.now();
    expect(await asked(now)).toBeUndefined();
    await teach(form.id, 50, 50);
    expect(await asked(now + 59_999)).toBeUndefined();
    expect(await asked(now + 60_000)).toMatchObject({ marks: { spam: 50, good: 50 } });
  });
});

describe('the spam setting', () => {
  const DEFAULT = { threshold: 60, mode: 'observe', blocked: [], allowed: [] };

  it('defaults to observe with a threshold of 60 and supports partial updates', async () => {
    const form = await account.makeForm();
    const change = (spam: unknown) =>
      call('updateForm', { path: { id: form.id }, key: account.managementKey, body: { spam } });
    const shown = await call('getForm', { path: { id: form.id }, key: account.managementKey });
    expect(shown.body.spam).toEqual(DEFAULT);
    expect((await change({ mode: 'file' })).body.spam).toEqual({ ...DEFAULT, mode: 'file' });
    expect((await change({ blocked: [' Casino '], threshold: 80 })).body.spam).toEqual({
      threshold: 80,
      mode: 'file',
      blocked: ['Casino'],
      allowed: [],
    });
    expect((await change({ mode: 'delete' })).status).toBe(422);
    expect((await change({ allowed: ['a word'] })).status).toBe(422);
    expect((await change(null)).body.spam).toEqual(DEFAULT);
  });
});
