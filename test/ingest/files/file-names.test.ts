/** Tests which field values count as a file name without a file, and what happens to the submission. */
import { fieldsWithFileNames } from '../../../lambdas/ingest/files/file-names.ts';
import { makeAccount, type AccountWithForms } from '../../support/samples/account-with-forms.ts';
import { multipart, MULTIPART, text } from '../../support/samples/multipart.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';
import { handlersOn, type Answered } from '../../support/service/handlers.ts';

describe('a value', () => {
  it.each([
    'cv.pdf',
    'Lebenslauf Ada.PDF',
    ' IMG_0001.HEIC ',
    'foto (1).png',
    'Übersicht.v2.docx',
    'C:\\fakepath\\cv.pdf',
    'archive.tar.gz',
    '["a.pdf","b.jpg"]',
  ])('is a file name: %s', (value) => {
    expect(fieldsWithFileNames(new Map([['cv', value]]))).toEqual(['cv']);
  });

  it.each([
    '',
    'Ada',
    'example.com',
    'www.example.org',
    'visitor.example',
    'https://example.com/cv.pdf',
    'example.com/cv.pdf',
    'ada@photos.zip',
    '1.2.3',
    'v2.10',
    '3.14',
    '.pdf',
    'pdf',
    'What is cv.pdf?',
    'I have sent you my cv in the file cv.pdf',
    'cv.pdf\nand more',
    'Please see cv.pdf.',
    '["a.pdf","none"]',
    '[]',
  ])('is not a file name: %s', (value) => {
    expect(fieldsWithFileNames(new Map([['cv', value]]))).toEqual([]);
  });

  it("is reported for at most ten fields and only if the field names aren't too long", () => {
    const many = Array.from({ length: 12 }, (_, index) => [`f${index}`, 'cv.pdf'] as const);
    expect(fieldsWithFileNames(new Map([['n'.repeat(201), 'cv.pdf'], ...many]))).toEqual(
      many.slice(0, 10).map(([name]) => name),
    );
  });
});

describe('a form without enctype', () => {
  let stores: TestStores;
  let account: AccountWithForms;
  let call: ReturnType<typeof handlersOn>;
  beforeAll(async () => {
    stores = await startStores();
    call = handlersOn(stores);
    account = await makeAccount(stores, call);
  });
  afterAll(() => stores.stop());

  const shown = async ({ body }: Answered) =>
    (await call('getSubmission', { key: account.managementKey, path: { id: body.id } })).body;

  it("stores the file's name and adds a warning to the submission", async () => {
    const { id, slug } = await account.makeForm();
    const body = new URLSearchParams({ name: 'Ada', version: '1.2.3', site: 'ada.example', cv: 'cv.pdf' });
    const posted = await call('submitForm', { path: { slug }, body });
    expect(posted.status).toBe(201);
    const warnings = [
      {
        code: 'file-name-only',
        field: 'cv',
        message: expect.stringContaining('enctype="multipart/form-data"'),
      },
    ];
    expect(await shown(posted)).toMatchObject({ payload: { cv: 'cv.pdf' }, warnings });
    const list = await call('listSubmissions', { key: account.managementKey, path: { id } });
    expect(list.body.data).toMatchObject([{ warnings }]);
  });

  it('causes no warning for JSON or for the text fields of a form that can send files', async () => {
    const { slug } = await account.makeForm();
    const posts = [
      await call('submitForm', { path: { slug }, body: { cv: 'cv.pdf' } }),
      await call('submitForm', {
        path: { slug },
        headers: { 'content-type': MULTIPART },
        body: multipart(text('cv', 'cv.pdf')),
      }),
    ];
    for (const posted of posts) {
      expect(posted.status).toBe(201);
      expect(await shown(posted)).toMatchObject({ warnings: [] });
    }
  });

  it('is refused if the field is declared as a file, whether or not it is required', async () => {
    for (const required of [true, false]) {
      const { slug } = await account.makeForm({ fields: [{ name: 'cv', type: 'file', required }] });
      const post = (value: string) =>
        call('submitForm', { path: { slug }, body: new URLSearchParams({ name: 'Ada', cv: value }) });
      expect(await post('cv.pdf')).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              path: 'cv',
              code: 'not_a_file',
              message: 'We only received the name of the file, not the file itself.',
            },
          ],
        },
      });
      // An empty value means that the visitor chose no file.
      expect((await post('')).status).toBe(required ? 422 : 201);
    }
  });
});
