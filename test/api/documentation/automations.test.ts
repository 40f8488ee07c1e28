/** Tests the scripts in `docs/automations` that run on Google and AWS, using fakes of both platforms. */
import { build } from 'esbuild';
import { createContext, runInContext } from 'node:vm';
import { Webhook } from 'standardwebhooks';
import { examplesOf, recipe, recipePages } from '../../support/documentation/recipes.ts';
import { newAccount } from '../../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../../support/service/operations.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

describe('the Google Sheets script', () => {
  type Cell = string;

  /** Mimics how a spreadsheet interprets entered values: a leading apostrophe isn't part of the text. */
  class FakeSheet {
    readonly cells: Cell[][] = [];
    readonly entered: string[] = [];
    getLastRow = (): number => this.cells.length;
    getLastColumn = (): number => Math.max(0, ...this.cells.map((row) => row.length));
    getRange = (row: number, column: number, rows: number, columns: number) => ({
      getValues: (): Cell[][] =>
        Array.from({ length: rows }, (_, at) =>
          Array.from({ length: columns }, (_each, to) => this.cells[row - 1 + at]?.[column - 1 + to] ?? ''),
        ),
      setValues: (values: Cell[][]): void => {
        expect(values).toHaveLength(rows);
        values.forEach((line, at) => {
          expect(line).toHaveLength(columns);
          const target = (this.cells[row - 1 + at] ??= []);
          line.forEach((value, to) => {
            this.entered.push(value);
            target[column - 1 + to] = value.replace(/^'/, '');
          });
        });
      },
    });
  }

  interface Page {
    readonly data: unknown[];
    readonly next_cursor: string | null;
  }

  /** @param pages API response pages, keyed by cursor; the first page's cursor is empty */
  function spreadsheet(pages: () => Readonly<Record<string, Page>>) {
    const sheets = new Map<string, FakeSheet>();
    const asked: { url: string; headers: Record<string, string> }[] = [];
    let locked = false;
    const context = createContext({
      LockService: {
        getScriptLock: () => ({
          tryLock: () => (locked ? false : (locked = true)),
          releaseLock: () => {
            locked = false;
          },
        }),
      },
      PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => `the ${name}` }) },
      SpreadsheetApp: {
        getActiveSpreadsheet: () => ({
          getSheetByName: (name: string) => sheets.get(name) ?? null,
          insertSheet: (name: string) => sheets.set(name, new FakeSheet()).get(name),
        }),
      },
      UrlFetchApp: {
        fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
          asked.push({ url, headers });
          const page = pages()[new URL(url).searchParams.get('cursor') ?? ''];
          if (!page) throw new Error(`Request failed for ${url} returned code 422`);
          return { getContentText: () => JSON.stringify(page) };
        },
      },
    });
    runInContext(recipe('google-sheets', 'js'), context);
    return {
      asked,
      sheet: () => sheets.get('Submissions')!,
      run: () => runInContext('appendSubmissions()', context) as unknown,
    };
  }

  const eventOf = (number: number, payload: Record<string, string>, files: string[] = []) => ({
    type: 'submission.created',
    id: `whd_${number}`,
    created_at: `2026-11-20T09:30:0${number}.000Z`,
    data: {
      submission_id: `sub_${number}`,
      form_id: 'frm_1',
      payload,
      files: files.map((name) => ({ name })),
    },
  });

  it('appends each listed submission once, oldest first', async () => {
    const account = await newAccount(service.stores);
    const form = await storedForm(service.stores, { account: account.accountId });
    const start = Date.now() - 60_000;
    const list = async () => {
      const query = { shape: 'event', limit: '100' };
      const path = { id: form.form_id };
      return (await service.call('listSubmissions', { key: account.key, path, query })).body as Page;
    };
    const first = submissionOf(form, { at: start, fields: { name: 'Ada', tel: '+49 30 1' } });
    const second = submissionOf(form, {
      at: start + 1000,
      fields: { email: 'bob@example.org', name: '=1+1' },
    });
    await putSubmissions(service.stores, [first, submissionOf(form, { at: start + 500, status: 'spam' })]);
    let page = await list();
    const { asked, sheet, run } = spreadsheet(() => ({ '': page }));
    run();
    await putSubmissions(service.stores, [second]);
    page = await list();
    run();
    run();
    expect(sheet().cells).toEqual([
      ['Submission', 'Received', 'Files', 'name', 'tel', 'email'],
      [first.submission_id, first.received_at, '', 'Ada', '+49 30 1'],
      [second.submission_id, second.received_at, '', '=1+1', '', 'bob@example.org'],
    ]);
    expect(asked[0]).toEqual({
      url: 'http://127.0.0.1:8787/v1/forms/<form id>/submissions?shape=event&limit=100',
      headers: { authorization: 'Bearer the KEY' },
    });
  });

  it('writes nothing that a spreadsheet would treat as a formula, number, or date', () => {
    const payload = { '=A1': '=IMPORTXML("https://x.test")', zip: '01234', day: '1/2', empty: '' };
    const { sheet, run } = spreadsheet(() => ({ '': { data: [eventOf(1, payload)], next_cursor: null } }));
    run();
    expect(sheet().entered.filter((value) => value !== '' && !value.startsWith("'"))).toEqual([]);
    expect(sheet().cells[0]).toEqual(['Submission', 'Received', 'Files', '=A1', 'zip', 'day', 'empty']);
  });

  it('keeps form fields separate from its own columns and lists file names', () => {
    const events = [eventOf(1, { Files: 'none', Received: 'yesterday' }, ['a.pdf', 'b.pdf'])];
    const { sheet, run } = spreadsheet(() => ({ '': { data: events, next_cursor: null } }));
    run();
    expect(sheet().cells).toEqual([
      ['Submission', 'Received', 'Files', 'Files', 'Received'],
      ['sub_1', '2026-11-20T09:30:01.000Z', 'a.pdf, b.pdf', 'none', 'yesterday'],
    ]);
  });

  it('reads pages until one has no new submissions', () => {
    const all = [5, 4, 3, 2, 1].map((number) => eventOf(number, { n: String(number) }));
    let pages: Record<string, Page> = {
      '': { data: all.slice(2, 4), next_cursor: 'a&b' },
      'a&b': { data: all.slice(4), next_cursor: 'end' },
      end: { data: [], next_cursor: null },
    };
    const { asked, sheet, run } = spreadsheet(() => pages);
    run();
    pages = {
      '': { data: all.slice(0, 2), next_cursor: 'c' },
      c: { data: all.slice(2, 4), next_cursor: 'never' },
    };
    run();
    expect(sheet().cells.map(([id]) => id)).toEqual([
      'Submission',
      'sub_1',
      'sub_2',
      'sub_3',
      'sub_4',
      'sub_5',
    ]);
    expect(asked).toHaveLength(5);
  });

  it('leaves the sheet unchanged when the service refuses a request, and recovers on the next run', () => {
    let pages: Record<string, Page> = {};
    const { sheet, run } = spreadsheet(() => pages);
    expect(run).toThrow('Request failed');
    pages = { '': { data: [eventOf(1, { n: '1' })], next_cursor: null } };
    run();
    expect(sheet().cells).toHaveLength(2);
  });
});

describe('the EventBridge function', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  type Handler = (event: object) => Promise<{ statusCode: number }>;

  /** Loads the function from the docs with a fake client that reports the given number of failed entries. */
  async function deployed(failed: number): Promise<{ handler: Handler; put: object[] }> {
    const put: object[] = [];
    const { outputFiles } = await build({
      stdin: { contents: recipe('eventbridge', 'js'), loader: 'js' },
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      plugins: [
        {
          name: 'stand-ins',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^(\.\/verify\.mjs|@aws-sdk\/client-eventbridge)$/ }, ({ path }) => ({
              path,
              namespace: 'stand-in',
            }));
            onLoad({ filter: /./, namespace: 'stand-in' }, ({ path }) => ({
              contents:
                path === './verify.mjs'
                  ? recipe('verify', 'js')
                  : `export class EventBridgeClient { send({ input }) { return sent(input); } }
                     export class PutEventsCommand { constructor(input) { this.input = input; } }`,
            }));
          },
        },
      ],
    });
    const module = { exports: {} as { handler: Handler } };
    const sent = (input: object) => {
      put.push(input);
      return Promise.resolve({ FailedEntryCount: failed });
    };
    const environment = { env: { WEBHOOK_SECRET: secret, EVENT_BUS: 'forms' } };
    const sandbox = {
      module,
      sent,
      Buffer,
      process: environment,
      require: (name: string) => process.getBuiltinModule(name),
    };
    runInContext(outputFiles[0]!.text, createContext(sandbox));
    return { handler: module.exports.handler, put };
  }

  function request(isBase64Encoded: boolean) {
    const now = new Date();
    const body = JSON.stringify({
      type: 'submission.created',
      id: 'whd_1',
      created_at: now.toISOString(),
      data: { form_id: 'frm_1', payload: { name: 'Grüße 🙂' } },
    });
    const headers = {
      'webhook-id': 'whd_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('whd_1', now, body),
    };
    const sent = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
    return { body, event: { headers, body: sent, isBase64Encoded } };
  }

  it.each([false, true])(
    'puts a verified delivery on the event bus (base64: %s)',
    async (isBase64Encoded) => {
      const { handler, put } = await deployed(0);
      const { body, event } = request(isBase64Encoded);
      expect((await handler(event)).statusCode).toBe(204);
      expect(JSON.parse(JSON.stringify(put))).toEqual([
        {
          Entries: [
            {
              EventBusName: 'forms',
              Source: 'svc.forms',
              DetailType: 'submission.created',
              Time: JSON.parse(body).created_at,
              Detail: body,
            },
          ],
        },
      ]);
    },
  );

  it('returns 503 if the bus refuses the event and 401 for unsigned requests', async () => {
    const { handler, put } = await deployed(1);
    const { event } = request(false);
    expect((await handler(event)).statusCode).toBe(503);
    expect((await handler({ ...event, body: event.body.replace('whd_1', 'whd_2') })).statusCode).toBe(401);
    expect((await handler({ headers: {} })).statusCode).toBe(401);
    expect(put).toHaveLength(1);
  });

  it('documents a rule that matches its events', () => {
    const pattern = JSON.parse(recipe('eventbridge', 'json'));
    expect(pattern).toEqual({
      source: ['svc.forms'],
      'detail-type': ['submission.created'],
      detail: { data: { form_id: ['<form id>'] } },
    });
  });
});

it('use only languages that the tests can run, except for C#', () => {
  const used = new Set(recipePages.flatMap((page) => examplesOf(page).map(({ language }) => language)));
  expect([...used].toSorted()).toEqual([
    ...['csharp', 'go', 'http', 'java', 'js', 'json', 'php', 'python', 'ruby', 'sh'],
  ]);
});
