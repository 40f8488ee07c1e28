/** Tests submissions to a form with declared fields. */
import { languages, type Language } from '../../lambdas/core/text/language.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { file, multipart, MULTIPART, text, type RawPart } from '../support/samples/multipart.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

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

const FIELDS = [
  { name: 'name', label: 'Ihr Name', type: 'text', required: true, min_length: 2 },
  { name: 'email', label: 'E-Mail', type: 'email', required: true },
  { name: 'code', type: 'text', pattern: '[A-Z]{2}[0-9]{4}' },
  { name: 'seats', type: 'number', min: 1, max: 8.5, step: 0.5 },
];
const post = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body, headers });
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const manage = (operation: 'createForm' | 'updateForm', body: object, path = {}) =>
  call(operation, { key: account.managementKey, body, path });
const storedOf = async (id: string) =>
  (await call('listSubmissions', { key: account.managementKey, path: { id } })).body.data;

it('are stored if they are valid and otherwise refused with a code for each field', async () => {
  const { id, slug } = await account.makeForm({ fields: FIELDS });
  const fits = { name: 'Ada', email: 'ada@example.org', code: 'AB1234', seats: '2.5', more: 'kept' };
  expect((await post(slug, form(fits))).status).toBe(201);
  const refused = await post(slug, form({ name: 'A', code: 'x', seats: '9', more: 'kept' }));
  expect(refused.status).toBe(422);
  expect(refused.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-language': 'en',
  });
  expect(refused.body).toMatchObject({
    type: 'http://api.test/problems/validation-failed',
    status: 422,
    errors: [
      { path: 'name', code: 'too_short', message: 'Please enter at least 2 characters.' },
      { path: 'email', code: 'required', message: 'Please fill in this field.' },
      { path: 'code', code: 'pattern', message: 'This doesn’t match the required format.' },
      { path: 'seats', code: 'max', message: 'Please enter 8.5 or less.' },
    ],
  });
  expect((await storedOf(id)).map(({ payload }: { payload: object }) => payload)).toEqual([fits]);
});

it.each<[Language, string, string, string]>([
  [
    'en',
    'Please enter at least 2 characters.',
    'Please enter at least 1 character.',
    'Please enter 8.5 or less.',
  ],
  [
    'de',
    'Bitte geben Sie mindestens 2 Zeichen ein.',
    'Bitte geben Sie mindestens 1 Zeichen ein.',
    'Bitte geben Sie höchstens 8,5 ein.',
  ],
  ['es', 'Escriba al menos 2 caracteres.', 'Escriba al menos 1 carácter.', 'El valor máximo es 8,5.'],
  ['it', 'Inserisca almeno 2 caratteri.', 'Inserisca almeno 1 carattere.', 'Il valore massimo è 8,5.'],
  ['ru', 'Введите не менее 2 символов.', 'Введите не менее 1 символа.', 'Максимальное значение — 8,5.'],
])("are refused in %s, the visitor's language or the form's", async (language, two, _one, most) => {
  const visited = await account.makeForm({ fields: FIELDS });
  const ofForm = await account.makeForm({ fields: FIELDS, language });
  const body = form({ name: 'A', email: 'ada@example.org', seats: '9' });
  for (const refused of [
    await post(visited.slug, body, { 'accept-language': `${language}-XX,en;q=0.5` }),
    await post(ofForm.slug, body, { 'accept-language': 'fr' }),
    await post(ofForm.slug, body),
  ]) {
    expect(refused.headers).toMatchObject({ 'content-language': language });
    expect(refused.body.errors.map(({ message }: { message: string }) => message)).toEqual([two, most]);
  }
});

it('use the plural forms of each language', async () => {
  const counted = async (language: Language, limit: number) => {
    const { slug } = await account.makeForm({
      language,
      fields: [{ name: 'f', type: 'text', max_length: limit }],
    });
    return (await post(slug, form({ f: 'x'.repeat(limit + 1) }))).body.errors[0].message;
  };
  expect(await counted('ru', 1)).toBe('Введите не более 1 символа.');
  expect(await counted('ru', 3)).toBe('Введите не более 3 символов.');
  expect(await counted('ru', 5)).toBe('Введите не более 5 символов.');
  expect(await counted('ru', 21)).toBe('Введите не более 21 символа.');
  expect(await counted('en', 1)).toBe('Please enter at most 1 character.');
  expect(await counted('es', 1)).toBe('Escriba como máximo 1 carácter.');
  expect(await counted('it', 1)).toBe('Inserisca al massimo 1 carattere.');
  expect(await counted('de', 1)).toBe('Bitte geben Sie höchstens 1 Zeichen ein.');
});

it.each(languages)('show visitors the fields to correct, with their input, in %s', async (language) => {
  const { slug } = await account.makeForm({
    language,
    fields: [
      { name: 'email', label: 'E-Mail <b>', type: 'email' },
      { name: 'name', type: 'text', required: true },
    ],
  });
  const page = await post(slug, form({ email: 'ada at example', message: 'Hello' }), { accept: 'text/html' });
  expect(page.status).toBe(422);
  expect(page.headers).toMatchObject({ 'content-language': language });
  expect(await pageFaults(page.text)).toEqual([]);
  expect(Array.from(page.text.matchAll(/<b dir="auto">([^<]*)<\/b>/g), ([, label]) => label)).toEqual([
    'E-Mail &lt;b&gt;',
    'name',
  ]);
  expect(page.text).toContain('ada at example');
  expect(page.text).toContain('Hello');
});

it('reveal nothing to bots', async () => {
  const { id, slug } = await account.makeForm({ fields: FIELDS });
  const spam = await post(slug, form({ name: '', _gotcha: 'x' }));
  expect({ status: spam.status, body: spam.body }).toEqual({
    status: 200,
    body: { ok: true, status: 'accepted' },
  });
  expect(await storedOf(id)).toMatchObject([{ status: 'spam' }]);
});

it("don't use up the quota if they are refused", async () => {
  const small = await makeAccount(stores, call, { quota: 1 });
  const { slug } = await small.makeForm({ fields: FIELDS });
  for (let times = 0; times < 3; times += 1) expect((await post(slug, form({ name: 'x' }))).status).toBe(422);
  expect((await post(slug, form({ name: 'Ada', email: 'ada@example.org' }))).status).toBe(201);
});

it('are kept, dropped, or refused as configured if they are not declared', async () => {
  const posted = form({ name: 'Ada', email: 'ada@example.org', utm: 'x' });
  const dropping = await account.makeForm({ fields: FIELDS, unknown_fields: 'drop' });
  expect((await post(dropping.slug, posted)).status).toBe(201);
  expect((await storedOf(dropping.id))[0].payload).toEqual({ name: 'Ada', email: 'ada@example.org' });

  const refusing = await account.makeForm({ fields: FIELDS, unknown_fields: 'refuse' });
  expect((await post(refusing.slug, posted)).body.errors).toEqual([
    { path: 'utm', code: 'unknown_field', message: 'The form doesn’t have this field.' },
  ]);
  // Control fields don't count as unknown fields.
  posted.delete('utm');
  posted.set('_gotcha', '');
  expect((await post(refusing.slug, posted)).status).toBe(201);
  // If no fields are declared, no field is unknown.
  const open = await account.makeForm({ unknown_fields: 'refuse' });
  expect((await post(open.slug, form({ any: 'x' }))).status).toBe(201);
});

it('enforce the accepted file types and refuse files in other fields', async () => {
  const fields = [{ name: 'cv', type: 'file', required: true, accept: '.pdf', max_files: 1 }];
  const { id, slug } = await account.makeForm({ fields, unknown_fields: 'drop' });
  const send = (...parts: RawPart[]) => post(slug, multipart(...parts), { 'content-type': MULTIPART });
  expect((await send(text('name', 'Ada'))).body.errors).toMatchObject([{ path: 'cv', code: 'required' }]);
  const wrong = await send(file('cv', 'cv.exe', 'x'));
  expect(wrong.body.errors).toMatchObject([
    {
      path: 'cv',
      code: 'file_type',
      message: 'Please choose a different type of file. Accepted types: .pdf.',
    },
  ]);
  const right = await send(file('cv', 'cv.pdf', 'x'), file('photo', 'me.png', 'x'));
  expect(right).toMatchObject({ status: 201, body: { files: 1 } });
  expect((await storedOf(id))[0].attachments).toMatchObject([{ field: 'cv', name: 'cv.pdf' }]);
});

// docs/specification.md, "Order of checks": declared fields (422) are checked before files and the
// plan's limits (413).
describe('a submission with invalid fields and invalid files', () => {
  const declared = [
    { name: 'email', type: 'email', required: true },
    { name: 'cv', type: 'file', required: true },
  ];

  it("gets the field errors if it names an upload that doesn't exist", async () => {
    const { slug } = await account.makeForm({ fields: declared });
    const send = (email: string) => post(slug, form({ email, _uploads: 'upl_of_nobody' }));
    expect(await send('nope')).toMatchObject({ status: 422, body: { errors: [{ path: 'email' }] } });
    const refused = await send('ada@example.org');
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: '_uploads' }] } });
  });

  it('gets the field errors if the plan has no uploads', async () => {
    const free = await makeAccount(stores, call, { plan: 'free' });
    const { slug } = await free.makeForm({ fields: declared });
    const send = (email: string) =>
      post(slug, multipart(text('email', email), file('cv', 'cv.txt', 'x')), { 'content-type': MULTIPART });
    expect(await send('nope')).toMatchObject({ status: 422, body: { errors: [{ path: 'email' }] } });
    expect((await send('ada@example.org')).body.type).toMatch('uploads-not-allowed');
  });
});

describe('the declaration', () => {
  const text60 = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(200, 'x'));
  it.each<[string, unknown[]]>([
    [
      'fields.1.name',
      [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'email' },
      ],
    ],
    ['fields.0.name', [{ name: '', type: 'text' }]],
    ['fields.0.name', [{ name: 'a\nb', type: 'text' }]],
    ['fields.0.name', [{ name: '_gotcha', type: 'text' }]],
    ['fields.0.name', [{ name: '_uploads', type: 'file' }]],
    ['fields.0.type', [{ name: 'a', type: 'password' }]],
    ['fields.0.type', [{ name: 'a' }]],
    ['fields.0.label', [{ name: 'a', type: 'text', label: '\u202Ex' }]],
    ['fields.0.hint', [{ name: 'a', type: 'text', hint: 'x' }]],
    ['fields.0.options', [{ name: 'a', type: 'text', options: ['x'] }]],
    ['fields.0.options', [{ name: 'a', type: 'choice', options: ['x', 'x'] }]],
    ['fields.0.options', [{ name: 'a', type: 'choice', options: [] }]],
    ['fields.0.options', [{ name: 'a', type: 'choice' }]],
    ['fields.0.min', [{ name: 'a', type: 'text', min: 1 }]],
    ['fields.0.min', [{ name: 'a', type: 'number', min: '2026-01-01' }]],
    ['fields.0.max', [{ name: 'a', type: 'date', max: 5 }]],
    ['fields.0.max', [{ name: 'a', type: 'number', min: 2, max: 1 }]],
    ['fields.0.max', [{ name: 'a', type: 'date', min: '2026-02-01', max: '2026-01-31' }]],
    ['fields.0.max_length', [{ name: 'a', type: 'text', min_length: 2, max_length: 1 }]],
    ['fields.0.min_length', [{ name: 'a', type: 'text', min_length: -1 }]],
    ['fields.0.step', [{ name: 'a', type: 'number', step: 0 }]],
    ['fields.0.step', [{ name: 'a', type: 'date', step: 0.5 }]],
    ['fields.0.pattern', [{ name: 'a', type: 'number', pattern: '1' }]],
    ['fields.0.pattern', [{ name: 'a', type: 'text', pattern: '(' }]],
    [
      'fields.1.pattern',
      [
        { name: 'b', type: 'text' },
        { name: 'a', type: 'text', pattern: '(?=x)' },
      ],
    ],
    ['fields.0.pattern', [{ name: 'a', type: 'text', pattern: 'x'.repeat(501) }]],
    ['fields.0.accept', [{ name: 'a', type: 'text', accept: '.pdf' }]],
    ['fields.0.accept', [{ name: 'a', type: 'file', accept: 'pdf' }]],
    ['fields.0.max_files', [{ name: 'a', type: 'file', max_files: 11 }]],
    ['fields', Array.from({ length: 101 }, (_, index) => ({ name: `f${index}`, type: 'text' }))],
    [
      'fields',
      Array.from({ length: 3 }, (_, index) => ({ name: `f${index}`, type: 'choice', options: text60 })),
    ],
  ])('is refused at %s', async (path, fields) => {
    const refused = await manage('createForm', { name: 'Contact', fields });
    expect({ status: refused.status, path: refused.body.errors?.[0]?.path }).toEqual({ status: 422, path });
  });

  it('is returned as it was set, replaced as a whole, and removed if it is set to null', async () => {
    const { id } = await account.makeForm({ fields: FIELDS });
    const get = async () => (await call('getForm', { key: account.managementKey, path: { id } })).body;
    expect(await get()).toMatchObject({ fields: FIELDS, unknown_fields: 'keep' });
    const changed = await manage(
      'updateForm',
      { fields: FIELDS.slice(0, 1), unknown_fields: 'refuse' },
      { id },
    );
    expect(changed.body).toMatchObject({ fields: FIELDS.slice(0, 1), unknown_fields: 'refuse' });
    expect((await manage('updateForm', { fields: null }, { id })).body.fields).toEqual([]);
  });

  it("can't contain the name of a new honeypot", async () => {
    const { id } = await account.makeForm({ fields: FIELDS });
    const refused = await manage('updateForm', { honeypot_field: 'email' }, { id });
    expect({ status: refused.status, path: refused.body.errors[0].path }).toEqual({
      status: 422,
      path: 'fields.1.name',
    });
  });

  it('provides the fields and their order for mapping', async () => {
    const fields = [
      { name: 'topic', type: 'choice', label: 'Thema', options: ['Tea', 'Cake'], required: true },
      { name: 'name', type: 'text', label: 'Name' },
      { name: 'cv', type: 'file', accept: '.txt' },
    ];
    const { id, slug } = await account.makeForm({ fields });
    const list = async () =>
      (await call('listFields', { key: account.managementKey, path: { id } })).body.data;
    expect(await list()).toEqual([
      {
        name: 'topic',
        label: 'Thema',
        type: 'choice',
        required: true,
        options: ['Tea', 'Cake'],
        example: 'Tea',
        submissions: 0,
      },
      { name: 'name', label: 'Name', type: 'text', example: 'Example', submissions: 0 },
      { name: 'cv', type: 'file', example: 'example.txt', submissions: 0 },
    ]);
    await post(slug, form({ z: 'last', name: 'Ada', topic: 'Cake' }));
    expect((await list()).map(({ example }: { example: string }) => example)).toEqual([
      'Cake',
      'Ada',
      'example.txt',
    ]);

    const csv = await call('exportSubmissions', { key: account.managementKey, path: { id } });
    const [header, row] = csv.text.split('\r\n');
    expect(header).toBe('\uFEFF"id","received_at","status","Thema","Name","z","attachments"');
    expect(row).toMatch(/"received","Cake","Ada","last",$/);
  });
});
