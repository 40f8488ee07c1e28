import { dayCounterStore } from '../../lambdas/analytics/day-counter-store.ts';
import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { newDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { storedForm } from '../support/samples/stored-records.ts';
import { languages } from '../../lambdas/core/text/language.ts';
import { translations } from '../../lambdas/i18n/catalogues.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { callUnmatched, handlersOn } from '../support/service/handlers.ts';
import { startSiteverify, type FakeSiteverify } from '../support/receivers/siteverify.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let siteverify: FakeSiteverify;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
let other: AccountWithForms;
beforeAll(async () => {
  [stores, siteverify] = await Promise.all([startStores(), startSiteverify()]);
  call = handlersOn(stores);
  process.env['TURNSTILE_VERIFY_URL'] = siteverify.url;
  [account, other] = await Promise.all([makeAccount(stores, call), makeAccount(stores, call)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), siteverify.stop()]);
});

const submit = (body: unknown, { locale = 'de', key = account.submissionKey, headers = {} } = {}) =>
  call('submitEntry', { path: { locale }, key, body, headers });
const job = (jobId: string, locale = 'de', key: string | undefined = account.managementKey) =>
  call('getJob', { path: { locale, jobId }, key });
const drive = (query: Record<string, string> = {}, of = account, locale = 'de') =>
  call('listDrive', { path: { locale }, key: of.managementKey, query });

describe('POST /{locale}/api', () => {
  it.each(languages)('accepts an entry and confirms it in %s', async (locale) => {
    const form = await account.makeForm();
    const response = await submit({ form: form.slug, fields: { name: 'Ada', n: 1 } }, { locale });
    expect(response).toMatchObject({ status: 201, headers: { 'content-language': locale } });
    expect(response.body).toEqual({
      job_id: expect.stringMatching(/^sub_/),
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'received',
      message: translations[locale].localizedSubmission.received,
    });
    const found = await call('getSubmission', {
      path: { id: response.body.job_id },
      key: account.managementKey,
    });
    expect(found.body).toMatchObject({ status: 'received', payload: { name: 'Ada', n: '1' } });
  });

  it('accepts either type of key and identifies the form by slug or ID', async () => {
    const form = await account.makeForm();
    for (const key of [account.submissionKey, account.managementKey]) {
      for (const name of [form.slug, form.id]) {
        expect(await submit({ form: name, fields: {} }, { key })).toMatchObject({ status: 201 });
      }
    }
  });

  it('keeps a field named __proto__', async () => {
    const form = await account.makeForm();
    const body = `{"form":"${form.slug}","fields":{"__proto__":"x","constructor":"y"}}`;
    const response = await call('submitEntry', {
      path: { locale: 'de' },
      key: account.submissionKey,
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json' },
    });
    const found = await call('getSubmission', {
      path: { id: response.body.job_id },
      key: account.managementKey,
    });
    expect(Object.entries(found.body.payload as object)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it.each([
    ['no key', undefined, 'Senden Sie einen Schlüssel'],
    ['a malformed key', 'nonsense', 'Der Schlüssel ist ungültig.'],
    ['a mistyped key', `svc_sub_${'a'.repeat(38)}`, 'Die Prüfsumme des Schlüssels stimmt nicht.'],
  ])('responds with 401 in the language of its path to %s', async (_, key, text) => {
    const response = await call('submitEntry', {
      path: { locale: 'de' },
      key,
      body: { form: 'contact', fields: {} },
    });
    expect(response).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringContaining('Bearer'), 'content-language': 'de' },
      body: { type: 'http://api.test/problems/unauthorized', title: 'Schlüssel erforderlich' },
    });
    expect(response.body.detail).toContain(text);
  });

  it("refuses entries for other accounts' forms", async () => {
    const theirs = await other.makeForm();
    expect(await submit({ form: theirs.slug, fields: {} })).toMatchObject({
      status: 403,
      body: { type: 'http://api.test/problems/invalid-key', title: 'Ungültiger Schlüssel' },
    });
    expect(await submit({ form: theirs.id, fields: {} })).toMatchObject({
      status: 404,
      body: { type: 'http://api.test/problems/form-not-found', title: 'Formular nicht gefunden' },
    });
  });

  it('runs the ingest checks and reports errors in the language of its path', async () => {
    const draft = await account.makeForm({ status: 'draft' });
    const busy = await account.makeForm({ rate_limit: 1 });
    const guarded = await account.makeForm({ challenge: { enabled: true, secret: 's' } });
    const ours = await account.makeForm({ allowed_origins: ['https://a.example'] });
    const poor = await makeAccount(stores, call, { quota: 0 });
    const free = await poor.makeForm();
    await submit({ form: busy.slug, fields: {} });
    const says = translations.es;

    const refused = [
      [await submit({ form: 'none', fields: {} }, { locale: 'es' }), 404, 'form-not-found'],
      [await submit({ form: 'frm_0000000000', fields: {} }, { locale: 'es' }), 404, 'form-not-found'],
      [await submit({ form: draft.id, fields: {} }, { locale: 'es' }), 403, 'form-not-live'],
      [
        await submit(
          { form: ours.slug, fields: {} },
          { locale: 'es', headers: { origin: 'https://b.example' } },
        ),
        403,
        'origin-not-allowed',
      ],
      [await submit({ form: busy.slug, fields: {} }, { locale: 'es' }), 429, 'rate-limited'],
      [
        await submit({ form: free.slug, fields: {} }, { locale: 'es', key: poor.submissionKey }),
        402,
        'quota-exceeded',
      ],
      [await submit({ form: guarded.id, fields: {} }, { locale: 'es' }), 403, 'turnstile-failed'],
      [
        await submit({ form: ours.slug, fields: { text: 'x'.repeat(300_000) } }, { locale: 'es' }),
        413,
        'body-too-large',
      ],
    ] as const;
    for (const [response, status, slug] of refused) {
      expect(response).toMatchObject({
        status,
        headers: { 'content-type': 'application/problem+json', 'content-language': 'es' },
        body: { type: `http://api.test/problems/${slug}`, status, title: says.problems[slug].title },
      });
    }
    expect(refused[4][0].headers['retry-after']).toMatch(/^\d+$/);
    expect(refused[5][0].body.limit).toBe(0);
  });

  it('accepts an entry if its challenge is verified', async () => {
    const form = await account.makeForm({ challenge: { enabled: true, secret: 's' } });
    const response = await submit({ form: form.id, fields: { a: 'b', 'cf-turnstile-response': 'good' } });
    expect(response).toMatchObject({ status: 201 });
    expect((await job(response.body.job_id)).body.submission.payload).toEqual({ a: 'b' });
  });

  it('gives spam a normal-looking response without an ID', async () => {
    const form = await account.makeForm();
    expect(await submit({ form: form.slug, fields: { _gotcha: 'x' } }, { locale: 'it' })).toMatchObject({
      status: 200,
      body: { ok: true, status: 'accepted', message: 'L’invio è stato accettato.' },
    });
  });

  it('replays a request with the same Idempotency-Key', async () => {
    const form = await account.makeForm();
    const headers = { 'idempotency-key': 'k' };
    const first = await submit({ form: form.slug, fields: {} }, { headers });
    const again = await submit({ form: form.id, fields: {} }, { headers });
    expect(again).toMatchObject({
      status: 200,
      body: { ...first.body, message: 'Die Einsendung war bereits eingegangen.', idempotent_replay: true },
    });
  });

  it.each([
    ['no form', { fields: {} }, 'form'],
    ['no fields', { form: 'contact' }, 'fields'],
    ['a list of fields', { form: 'contact', fields: [] }, 'fields'],
    ['a form that is a number', { form: 1, fields: {} }, 'form'],
    ['an unknown property', { form: 'contact', fields: {}, name: 'Ada' }, 'name'],
  ])('responds with 422 in the language of its path to %s', async (_, body, path) => {
    const response = await submit(body, { locale: 'ru' });
    expect(response).toMatchObject({ status: 422, body: { title: 'Недопустимые значения' } });
    expect(response.body.errors).toEqual([{ path, message: expect.stringMatching(/[а-я]/) }]);
    expect(response.body.detail).toMatch(/[а-я]/);
  });

  it("responds with 400 in the language of its path to a body that isn't JSON", async () => {
    const response = await submit(Buffer.from('{'), { headers: { 'content-type': 'application/json' } });
    expect(response).toMatchObject({
      status: 400,
      body: {
        type: 'http://api.test/problems/bad-body',
        title: 'Inhalt nicht lesbar',
        detail: 'Der Inhalt ist kein gültiges JSON.',
      },
    });
  });
});

describe('GET /{locale}/api/{jobId}', () => {
  it("returns the entry, its form, its deliveries, and the form's last 30 days", async () => {
    const form = await account.makeForm();
    const { body: entry } = await submit({ form: form.slug, fields: { name: 'Ada' } });
    const today = new Date().toISOString().slice(0, 10);
    await dayCounterStore(stores.db, stores.tables.counters).count({
      formId: form.id,
      date: today,
      onlyDeletions: false,
      changes: [{ sequence: '1', received: 3, spam: 2, unread: 1, open: 1, stored: 3 }],
    });
    const statuses: Delivery['status'][] = ['succeeded', 'succeeded', 'failed', 'retrying', 'pending'];
    for (const [index, status] of statuses.entries()) {
      const { body: webhook } = await call('createWebhook', {
        path: { id: form.id },
        key: account.managementKey,
        body: { url: `https://hooks.example.com/${index}` },
      });
      const made = { ...newDelivery(webhook.id, entry.job_id, Date.now()), status };
      await deliveryStore(stores, stores.tables.deliveries).create(made);
    }
    const response = await job(entry.job_id);
    expect(response).toMatchObject({ status: 200, headers: { 'content-language': 'de' } });
    const { body: managed } = await call('getSubmission', {
      path: { id: entry.job_id },
      key: account.managementKey,
    });
    // The management API also returns properties with the owner's changes to a submission. Ignore them here.
    const {
      read_at: _,
      handled_at: __,
      starred: ___,
      note: ____,
      source: _____,
      spam: ______,
      warnings: _______,
      assignee: ________,
      labels: _________,
      ...posted
    } = managed;
    expect(response.body).toEqual({
      job_id: entry.job_id,
      form: (await call('getForm', { path: { id: form.id }, key: account.managementKey })).body,
      submission: posted,
      analytics: {
        deliveries: { total: 5, succeeded: 2, failed: 1, retrying: 1, pending: 1 },
        form: { received_30d: 3, spam_30d: 2, by_day: expect.any(Array) },
      },
    });
    const { by_day } = response.body.analytics.form;
    expect(by_day).toHaveLength(30);
    expect(by_day.at(-1)).toEqual({ date: today, received: 3, spam: 2 });
    expect(by_day[0]).toMatchObject({ received: 0, spam: 0 });
  });

  it("returns 404 for jobs that don't exist or belong to other accounts", async () => {
    const theirs = await other.makeForm();
    const { body } = await submit({ form: theirs.slug, fields: {} }, { key: other.submissionKey });
    for (const id of [body.job_id, 'sub_nonsense', 'drive', theirs.id]) {
      expect(await job(id)).toMatchObject({
        status: 404,
        body: {
          type: 'http://api.test/problems/not-found',
          title: 'Nicht gefunden',
          detail: `„${id}“ wurde nicht gefunden.`,
        },
      });
    }
  });

  it('refuses submission keys', async () => {
    expect(await job('sub_x', 'it', account.submissionKey)).toMatchObject({
      status: 403,
      headers: { 'content-language': 'it' },
      body: {
        type: 'http://api.test/problems/forbidden',
        title: 'Non consentito',
      },
    });
    expect(await call('listDrive', { path: { locale: 'de' }, key: account.submissionKey })).toMatchObject({
      status: 403,
    });
    expect(await call('getJob', { path: { locale: 'de', jobId: 'x' } })).toMatchObject({ status: 401 });
  });
});

describe('GET /{locale}/api/drive/list', () => {
  it('lists every form once, newest first, on as many pages as needed', async () => {
    const mine = await makeAccount(stores, call);
    const forms = [];
    for (let each = 0; each < 7; each += 1) forms.unshift((await mine.makeForm()).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await drive({ limit: '3', ...(cursor && { cursor }) }, mine);
      expect(status).toBe(200);
      seen.push(...body.data.map(({ form }: { form: { id: string } }) => form.id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(forms);
  });

  it("returns a form's latest 25 submissions and a cursor to continue in their list", async () => {
    const mine = await makeAccount(stores, call);
    const form = await mine.makeForm();
    for (let n = 0; n < 30; n += 1) {
      await submit({ form: form.id, fields: { n } }, { key: mine.submissionKey });
    }
    const { body } = await drive({}, mine, 'ru');
    expect(body).toMatchObject({ data: [{ form: { id: form.id } }], next_cursor: null });
    const [entry] = body.data;
    const numbers = (rows: { payload: { n: string } }[]) => rows.map(({ payload }) => Number(payload.n));
    expect(numbers(entry.submissions)).toEqual(Array.from({ length: 25 }, (_, index) => 29 - index));
    const { body: rest } = await call('listSubmissions', {
      path: { id: form.id },
      key: mine.managementKey,
      query: { cursor: entry.next_cursor },
    });
    expect(numbers(rest.data)).toEqual([4, 3, 2, 1, 0]);
  });

  it('ends a page early if it becomes too large but skips no form', async () => {
    const mine = await makeAccount(stores, call);
    const large = 'x'.repeat(200 * 1024);
    for (let each = 0; each < 4; each += 1) {
      const form = await storedForm(stores, { account: mine.account_id, name: 'Large' });
      for (let n = 0; n < 5; n += 1) {
        const response = await submit({ form: form.form_id, fields: { large } }, { key: mine.submissionKey });
        expect(response.status).toBe(201);
      }
    }
    const first = await drive({}, mine);
    expect(first.body.data).toHaveLength(2);
    const second = await drive({ cursor: first.body.next_cursor }, mine);
    expect(second.body.data).toHaveLength(2);
    const counts = [...first.body.data, ...second.body.data].map(
      ({ submissions }: { submissions: unknown[] }) => submissions.length,
    );
    expect(counts).toEqual([5, 5, 5, 5]);
  });

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: 'x' }, 'limit'],
    [{ cursor: 'made-up' }, 'cursor'],
  ])('responds with 422 in the language of its path to %j', async (query, path) => {
    const response = await drive(query);
    expect(response).toMatchObject({ status: 422, body: { errors: [{ path }] } });
    expect(response.body.errors[0].message).toMatch(
      /muss mindestens 1 sein|muss eine ganze Zahl sein|kein Cursor/,
    );
  });
});

describe('the locale', () => {
  it.each(['fr', 'DE', 'v1', 'xx', 'de-AT'])(
    'returns a 404 for the unknown locale %s without checking the key',
    async (locale) => {
      const problem = { status: 404, body: { type: 'http://api.test/problems/not-found' } };
      expect(await call('submitEntry', { path: { locale }, body: {} })).toMatchObject(problem);
      expect(await call('getJob', { path: { locale, jobId: 'x' } })).toMatchObject(problem);
      expect(await call('listDrive', { path: { locale } })).toMatchObject(problem);
      expect(await callUnmatched({ method: 'PUT', path: `/${locale}/api` })).toMatchObject(problem);
    },
  );

  it('is used in errors for unsupported paths and methods', async () => {
    expect(await callUnmatched({ method: 'DELETE', path: '/de/api' })).toMatchObject({
      status: 405,
      headers: { allow: 'POST', 'content-language': 'de' },
      body: { title: 'Methode nicht erlaubt' },
    });
    expect(await callUnmatched({ method: 'GET', path: '/ru/api/x/y/z' })).toMatchObject({
      status: 404,
      headers: { 'content-language': 'ru' },
      body: { title: 'Не найдено' },
    });
  });
});
