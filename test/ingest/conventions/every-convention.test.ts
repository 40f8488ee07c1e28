/** Tests every row of the specification's conventions table with real submissions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeAccount, type AccountWithForms } from '../../support/samples/account-with-forms.ts';
import { file, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';
import { handlersOn } from '../../support/service/handlers.ts';
import { startBuckets, type TestBuckets } from '../../support/emulators/buckets.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { storedSubmissions } from '../../support/samples/stored-records.ts';

interface Row {
  readonly backend: string;
  /**
   * The convention's control fields. If `isDeclarable` is set, a form can declare these fields, and they are
   * then stored.
   */
  readonly control: readonly string[];
  readonly declarable: readonly string[];
  readonly honeypots: readonly string[];
  readonly redirect: string | undefined;
  readonly subject: string | undefined;
  readonly fromName: string | undefined;
  readonly replyTo: readonly string[];
  readonly cc: string | undefined;
  readonly address: string | undefined;
}

const SPECIFICATION = join(import.meta.dirname, '../../../docs/specification.md');
const codes = (cell = ''): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!);

const rows: Row[] = readFileSync(SPECIFICATION, 'utf8')
  .split('### Conventions of other backends')[1]!
  .split('\n')
  .filter((line) => /^\| `(?!conventions)[a-z0-9]+` /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 10)
  .map(([, backend, control, honeypot, redirect, subject, replies, readers, address]) => ({
    backend: codes(backend)[0]!,
    control: codes(control).map((name) => (name === 'honeypot' ? 'my-HoneyPot-2' : name)),
    declarable: Array.from((control ?? '').matchAll(/`([^`]+)`\\?\*/g), ([, name]) => name!),
    honeypots: codes(honeypot).map((name) => (name === '*honeypot*' ? 'aHoneypotField' : name)),
    redirect: codes(redirect)[0],
    subject: codes(subject)[0],
    fromName: codes(subject)[1],
    replyTo: codes(replies),
    cc: codes(readers)[0],
    address: codes(address)[0],
  }));
const byName = rows.map((row) => [row.backend, row] as const);

let stores: TestStores;
let buckets: TestBuckets;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  call = handlersOn(stores, { s3: buckets.endpoint });
  account = await makeAccount(stores, call);
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

/** A URL that none of the forms redirects to. */
const ELSEWHERE = 'https://elsewhere.example/x';
const SITE = 'https://www.example.com';
const makeForm = (conventions: string, more: Record<string, unknown> = {}) =>
  account.makeForm({ conventions, rate_limit: 1000, ...more });
const post = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers: { origin: SITE, ...headers } });
const stored = (formId: string): Promise<any[]> => storedSubmissions(stores, formId);

it('has seven rows, one for each of the seven other backends', () => {
  expect(rows.map(({ backend }) => backend)).toEqual([
    'formspree',
    'web3forms',
    'netlify',
    'basin',
    'getform',
    'formsubmit',
    'staticforms',
  ]);
  expect(rows.map(({ control }) => control.length)).toEqual([8, 13, 3, 4, 1, 11, 7]);
});

describe.each(byName)('the conventions of %s', (backend, row) => {
  const isHoneypot = (name: string) => row.honeypots.includes(name) || /honeypot|^_gotcha$/i.test(name);
  /** All control fields, with empty honeypots, as if a person had filled in the form. */
  const filled = Object.fromEntries(row.control.map((name) => [name, isHoneypot(name) ? '' : ELSEWHERE]));

  it.each([
    ['JSON', (of: Record<string, string>) => of],
    ['a plain form', (of: Record<string, string>) => new URLSearchParams(of)],
  ])(
    'remove the control fields from a submission sent as %s and answer programs with 200',
    async (_, encode) => {
      const form = await makeForm(backend);
      const response = await post(form.slug, encode({ name: 'Ada', ...filled, botcheck: '', other: '1' }));
      expect(response).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: {
          id: expect.stringMatching(/^sub_/),
          received_at: expect.any(String),
          status: 'received',
          files: 0,
          success: backend === 'formsubmit' ? 'true' : true,
          message: 'Thanks, your message has been sent.',
          next: `http://api.test/v1/f/${form.slug}/thanks`,
        },
      });
      const [item] = await stored(form.id);
      expect(item.submission_id).toBe(response.body.id);
      const kept = backend === 'web3forms' ? [] : [['botcheck', '']];
      expect(item.payload).toEqual([['name', 'Ada'], ...kept, ['other', '1']]);
    },
  );

  it("keep all other backends' control fields", async () => {
    const form = await makeForm(backend);
    const all = [...new Set(rows.flatMap(({ control }) => control))];
    const others = all.filter((name) => !row.control.includes(name) && !/honeypot/i.test(name));
    const own = ['_gotcha', 'cf-turnstile-response'];
    const body = Object.fromEntries(others.map((name) => [name, name === '_gotcha' ? '' : 'x']));
    expect((await post(form.slug, body)).status).toBe(200);
    const [item] = await stored(form.id);
    expect(item.payload.map(([name]: [string]) => name)).toEqual(
      others.filter((name) => !own.includes(name)),
    );
  });

  it('give bots that fill in either honeypot a normal response', async () => {
    const form = await makeForm(backend, { honeypot_field: 'website' });
    const good = await post(form.slug, { name: 'Ada' });
    for (const honeypot of [...row.honeypots, 'website']) {
      const response = await post(form.slug, { name: 'Bot', [honeypot]: 'http://spam.example' });
      expect(response.status).toBe(200);
      expect(Object.keys(response.body)).toEqual(Object.keys(good.body));
      expect({ ...response.body, id: '', received_at: '' }).toEqual({
        ...good.body,
        id: '',
        received_at: '',
      });
      expect(response.body.id).toMatch(/^sub_\w+$/);
      expect(response.body.id).toHaveLength(good.body.id.length);
      const spam = (await stored(form.id)).filter(({ status }) => status === 'spam');
      expect(spam.at(-1)).toMatchObject({
        payload: [['name', 'Bot']],
        spam: { reasons: [{ code: 'honeypot', detail: expect.stringContaining(`"${honeypot}"`) }] },
      });
      expect(spam.map(({ submission_id }) => submission_id)).not.toContain(response.body.id);
    }
  });

  it('accept a submission if a script leaves the honeypot empty', async () => {
    const form = await makeForm(backend);
    for (const honeypot of row.honeypots)
      await post(form.slug, { name: 'Ada', [honeypot]: false, [`${honeypot}2`]: '' });
    expect((await stored(form.id)).filter(({ status }) => status === 'spam')).toEqual([]);
  });

  it("honor a redirect to the submitting page's origin for accepted submissions, spam, and replays in any client", async () => {
    const form = await makeForm(backend, { honeypot_field: 'website' });
    const field = row.redirect ?? '_next';
    const next = row.redirect ? `${SITE}/thanks?a=%C3%A9` : `http://api.test/v1/f/${form.slug}/thanks`;
    const body = { name: 'Ada', [field]: `${SITE}/thanks?a=é` };
    const key = { 'idempotency-key': 'k' };
    for (const [of, headers] of [
      [body, key],
      [body, key],
      [{ ...body, website: 'x' }, {}],
    ] as const) {
      expect((await post(form.slug, of, headers)).body).toMatchObject({ success: expect.anything(), next });
      const browser = { ...headers, accept: 'text/html', 'sec-fetch-mode': 'navigate' };
      expect(await post(form.slug, of, browser)).toMatchObject({ status: 303, headers: { location: next } });
    }
    const relative = await post(form.slug, { name: 'Ada', [field]: '/thanks?a=%C3%A9' });
    expect(relative.body.next).toBe(next);
  });

  it("store a submission's notification settings with it", async () => {
    const form = await makeForm(backend);
    const wanted = {
      name: 'Ada',
      ...(row.subject && { [row.subject]: '  A\r\nBcc: x@evil.example ' }),
      ...(row.fromName && { [row.fromName]: 'The\nwebsite' }),
      [row.replyTo[0]!]: 'ada@example.com',
      ...(row.cc && { [row.cc]: 'a@example.com, b@example.com;not an address' }),
    };
    await post(form.slug, wanted);
    const [item] = await stored(form.id);
    expect(item.notification).toEqual({
      ...(row.subject && { subject: 'A Bcc: x@evil.example' }),
      ...(row.fromName && { from_name: 'The website' }),
      reply_to: 'ada@example.com',
      ...(row.cc && { cc: ['a@example.com', 'b@example.com'] }),
    });
  });

  it('keep the subject as a field of the submission if the form declares that field', async () => {
    for (const name of row.control) {
      const response = await call('createForm', {
        key: account.managementKey,
        body: { name: 'Contact', conventions: backend, fields: [{ name, type: 'text' }] },
      });
      expect([name, response.status]).toEqual([name, row.declarable.includes(name) ? 201 : 422]);
      if (response.status !== 201) continue;
      await post(response.body.slug, { [name]: 'Prices' });
      const [item] = await stored(response.body.id);
      expect(item).toMatchObject({ payload: [[name, 'Prices']], notification: { subject: 'Prices' } });
    }
  });

  it('accept files whatever their field names', async () => {
    const form = await makeForm(backend);
    const body = multipart(text('attachment', 'text'), file('attachment', 'a.txt', 'x'), text('name', 'Ada'));
    const response = await post(form.slug, body, { 'content-type': MULTIPART });
    expect(response.body).toMatchObject({ status: 'received', files: 1 });
    const [item] = await stored(form.id);
    expect(item.attachments).toMatchObject([{ field: 'attachment', name: 'a.txt' }]);
    expect(item.payload).toEqual([
      ...(row.control.includes('attachment') ? [] : [['attachment', 'text']]),
      ['name', 'Ada'],
    ]);
  });

  it('have URLs that no other forms use', async () => {
    const form = await makeForm(backend);
    const plain = await account.makeForm();
    const at = (slug: string) => {
      const body = { name: 'Ada', access_key: slug };
      const project = { project: 'anything' };
      switch (row.address) {
        case '/v1/f/{slug}.json':
          return call('submitForm', { path: { slug: `${slug}.json` }, body });
        case '/v1/submit':
          return call('submitForm', { at: row.address, body });
        default:
          return call('submitForm', { at: row.address!, path: { slug, ...project }, body });
      }
    };
    if (row.address === undefined) return;
    expect((await at(form.slug)).body).toMatchObject({ status: 'received', success: expect.anything() });
    expect((await at(form.id)).status).toBe(200);
    const notFound = { status: 404, body: { error: expect.any(String), errors: [{ path: '' }] } };
    expect(await at(plain.slug)).toMatchObject(notFound);
    expect(await at('nobody')).toMatchObject(notFound);
    expect(await stored(plain.id)).toEqual([]);
  });

  it('report field errors as problem documents that their clients understand', async () => {
    const form = await makeForm(backend, {
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'age', type: 'number' },
        { name: 'nick', type: 'text', max_length: 3 },
      ],
    });
    const response = await post(form.slug, { age: 'x', nick: 'long' }, { 'accept-language': 'de' });
    const isFormspree = backend === 'formspree';
    const codesOf = isFormspree
      ? ['REQUIRED_FIELD_EMPTY', 'TYPE_NUMERIC', 'TYPE_TEXT']
      : ['required', 'number', 'too_long'];
    const messages = ['Bitte füllen Sie dieses Feld aus.', expect.any(String), expect.any(String)];
    expect(response.status).toBe(422);
    expect(response.headers).toMatchObject({
      'content-type': backend === 'getform' ? 'application/json' : 'application/problem+json',
      'content-language': 'de',
    });
    expect(response.body).toMatchObject({
      type: 'http://api.test/problems/validation-failed',
      status: 422,
      errors: ['email', 'age', 'nick'].map((name, index) => ({
        path: name,
        field: name,
        code: codesOf[index],
        message: messages[index],
      })),
    });
    expect(response.body.error).toBe(response.body.detail);
    expect(response.body.message).toBe(response.body.detail);
    expect(response.body).not.toHaveProperty('success');
  });

  it('report errors about the whole submission', async () => {
    const form = await makeForm(backend, { status: 'draft' });
    const { status, body } = await post(form.slug, { name: 'Ada' });
    expect(status).toBe(403);
    expect(body.errors).toEqual([
      { path: '', code: backend === 'formspree' ? 'INACTIVE' : 'form-not-live', message: body.detail },
    ]);
    expect(body).toMatchObject({ error: body.detail, message: body.detail });
  });
});

describe('POST /v1/submit', () => {
  const submit = (body: unknown, headers: Record<string, string> = {}) =>
    call('submitForm', { at: '/v1/submit', body, headers });

  it.each<[string, (slug: string) => [body: unknown, headers?: Record<string, string>]]>([
    ['a plain form', (slug) => [new URLSearchParams({ name: 'Ada', access_key: ` ${slug} ` })]],
    ['JSON', (slug) => [{ access_key: slug, name: 'Ada' }]],
    [
      'multipart',
      (slug) => [multipart(text('name', 'Ada'), text('access_key', slug)), { 'content-type': MULTIPART }],
    ],
    [
      'a compressed form',
      (slug) => [
        gzipSync(`name=Ada&access_key=${slug}`),
        { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
      ],
    ],
  ])('finds its form by a field of %s', async (_, encode) => {
    const form = await makeForm('web3forms');
    for (const name of [form.slug, form.id]) {
      const response = await submit(...encode(name));
      expect(response.body).toMatchObject({ success: true, next: `http://api.test/v1/f/${name}/thanks` });
    }
    const payloads = (await stored(form.id)).map(({ payload }) => payload);
    expect(payloads).toEqual([[['name', 'Ada']], [['name', 'Ada']]]);
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['has no access_key', { name: 'Ada' }, {}],
    ['has an empty access_key', new URLSearchParams('access_key='), {}],
    ['has no body', undefined, {}],
    ["can't be parsed", Buffer.from('{'), { 'content-type': 'application/json' }],
    ['has an unknown content type', Buffer.from('access_key=x'), { 'content-type': 'text/plain' }],
    [
      'has the access_key after a large file',
      multipart(file('photo', 'a.png', Buffer.alloc(2_000_000)), text('access_key', 'contact')),
      { 'content-type': MULTIPART },
    ],
  ])('refuses a submission that %s, in the format its client expects', async (_, body, headers) => {
    const response = await submit(body, headers);
    expect(response).toMatchObject({
      status: 422,
      body: {
        type: 'http://api.test/problems/validation-failed',
        error: response.body.detail,
        errors: [{ path: 'access_key', code: 'validation-failed', message: 'is required' }],
      },
    });
  });

  it("counts a submission towards the form's rate limit before it reads the rest of the body", async () => {
    const form = await makeForm('web3forms', { rate_limit: 1 });
    await submit({ access_key: form.slug, name: 'Ada' });
    const broken = multipart(text('access_key', form.slug)).subarray(0, -4);
    const response = await submit(broken, { 'content-type': MULTIPART });
    expect(response).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
      body: { errors: [{ path: '', code: 'rate-limited' }] },
    });
  });

  it('redirects a navigating browser to the thank-you page or an error page', async () => {
    const form = await makeForm('web3forms');
    const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    expect(await submit(new URLSearchParams({ access_key: form.slug, name: 'Ada' }), browser)).toMatchObject({
      status: 303,
      headers: { location: `http://api.test/v1/f/${form.slug}/thanks` },
    });
    const refused = await submit(new URLSearchParams({ name: 'Ada' }), browser);
    expect(refused).toMatchObject({
      status: 422,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });
});

describe('a navigating browser', () => {
  it.each([
    ['basin', undefined],
    ['formsubmit', '/v1/ajax/{slug}'],
  ])('gets JSON from the URL that %s uses for programs', async (backend, at) => {
    const form = await makeForm(backend);
    const slug = at === undefined ? `${form.slug}.json` : form.slug;
    const response = await call('submitForm', {
      ...(at !== undefined && { at }),
      path: { slug },
      body: { name: 'Ada' },
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  });
});

describe("Formspree's error codes", () => {
  const client = { 'formspree-client': '@formspree/react@3.0.0 @formspree/core@4.0.0' };
  const codeOf = async (slug: string, body: unknown = { name: 'Ada' }, headers = {}) =>
    (await post(slug, body, { ...client, ...headers })).body.errors[0].code;

  it('report a missing form', async () => {
    expect(await codeOf('no-such-form')).toBe('FORM_NOT_FOUND');
    const { body } = await post('no-such-form', { name: 'Ada' });
    expect(body).not.toHaveProperty('error');
  });

  it('report why a submission is refused', async () => {
    const form = await makeForm('formspree', { allowed_origins: [SITE] });
    const files = (count: number) =>
      multipart(...Array.from({ length: count }, () => file('a', 'a.txt', 'x')));
    expect(await codeOf(form.slug, {})).toBe('EMPTY');
    expect(await codeOf(form.slug, Buffer.from(''), { 'content-type': 'application/json' })).toBe('EMPTY');
    expect(await codeOf(form.slug, { a: 1 }, { origin: 'https://evil.example' })).toBe('BLOCKED');
    expect(await codeOf(form.slug, { a: 1 }, { authorization: 'Bearer x' })).toBe('BLOCKED');
    expect(await codeOf(form.slug, files(11), { 'content-type': MULTIPART })).toBe('TOO_MANY_FILES');
    expect(await codeOf(form.slug, Buffer.from('{'), { 'content-type': 'application/json' })).toBe(
      'UNSPECIFIED',
    );
    const slow = await makeForm('formspree', { rate_limit: 1 });
    await post(slow.slug, { name: 'Ada' });
    expect(await codeOf(slow.slug)).toBe('BLOCKED');
    const free = await makeAccount(stores, call, { plan: 'free', quota: 1 });
    const small = await free.makeForm({ conventions: 'formspree' });
    expect(await codeOf(small.slug, files(1), { 'content-type': MULTIPART })).toBe('NO_FILE_UPLOADS');
    await post(small.slug, { name: 'Ada' });
    expect(await codeOf(small.slug)).toBe('INACTIVE');
    const pro = await makeForm('formspree', { fields: [{ name: 'a', type: 'file', max_files: 1 }] });
    expect(await codeOf(pro.slug, files(2), { 'content-type': MULTIPART })).toBe('TOO_MANY_FILES');
  });
});

describe("a form with only the service's own conventions", () => {
  /** Returns all control fields of the other conventions, which this form stores as ordinary fields. */
  const everything = () => {
    const names = [...new Set(rows.flatMap(({ control }) => control))];
    return names.filter((name) => name !== '_gotcha' && name !== 'cf-turnstile-response');
  };

  it('stores all control fields of other backends and honors none of them', async () => {
    const form = await account.makeForm({ rate_limit: 1000 });
    const body = Object.fromEntries(everything().map((name) => [name, `${SITE}/thanks`]));
    const response = await post(form.slug, body, { 'idempotency-key': 'k' });
    const id = response.body.id;
    expect(response).toMatchObject({ status: 201, headers: { 'content-type': 'application/json' } });
    expect(response.body).toEqual({ id, received_at: expect.any(String), status: 'received', files: 0 });
    expect(response.headers).not.toHaveProperty('content-language');
    const replay = await post(form.slug, body, { 'idempotency-key': 'k' });
    expect(replay.body).toEqual({ id, status: 'received', idempotent_replay: true });
    const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    expect((await post(form.slug, body, browser)).headers['location']).toBe(
      `http://api.test/v1/f/${form.slug}/thanks`,
    );
    for (const item of await stored(form.id)) {
      expect(item.status).toBe('received');
      expect(item.payload.map(([name]: [string]) => name)).toEqual(everything());
      expect(item).not.toHaveProperty('notification');
    }
    const spam = await post(form.slug, { ...body, _gotcha: 'x' });
    expect(spam).toMatchObject({ status: 200 });
    expect(spam.body).toEqual({ ok: true, status: 'accepted' });
  });

  it('reports errors in plain problem documents to every client', async () => {
    const form = await account.makeForm({ status: 'draft' });
    const { body, headers } = await post(form.slug, { name: 'Ada' }, { 'formspree-client': 'x' });
    expect(headers['content-type']).toBe('application/problem+json');
    expect(Object.keys(body)).toEqual(['type', 'code', 'title', 'status', 'detail']);
  });

  it("isn't available at the other backends' URLs", async () => {
    const form = await account.makeForm();
    const body = { name: 'Ada', access_key: form.slug };
    const [project, path] = ['x', { slug: form.slug }];
    const statuses = [
      await call('submitForm', { at: '/v1/p/{project}/f/{slug}', path: { ...path, project }, body }),
      await call('submitForm', { at: '/v1/ajax/{slug}', path, body }),
      await call('submitForm', { at: '/v1/submit', body }),
      await call('submitForm', { path: { slug: `${form.slug}.json` }, body }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
  });
});
