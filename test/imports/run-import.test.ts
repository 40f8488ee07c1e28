/** Tests the background work on imports against the emulator: crashes, concurrency, and deleted forms. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { systemRandom } from '../../lambdas/core/random.ts';
import { formReader } from '../../lambdas/forms/form-store.ts';
import { importInput, newImport, toImportItem, type StoredImport } from '../../lambdas/imports/import.ts';
import { importStore } from '../../lambdas/imports/import-store.ts';
import type { ImportDeps } from '../../lambdas/imports/import-work.ts';
import { importedRowStore } from '../../lambdas/imports/imported-row-store.ts';
import { runImport } from '../../lambdas/imports/run-import.ts';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedForm } from '../support/samples/stored-records.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** Files by import. */
const files = new Map<string, Buffer>();

function dependencies(change: Partial<ImportDeps> = {}): ImportDeps {
  const { db, tables } = stores;
  const imports = importStore(db, tables.formJobs);
  return {
    now: Date.now,
    spamRetentionDays: 30,
    find: imports.find,
    isErasing: () => Promise.resolve(false),
    replace: imports.replace,
    findForm: formReader(db, tables.forms).find,
    files: {
      read: ({ kind }) => {
        const bytes = files.get(kind);
        return Promise.resolve(bytes && { bytes, etag: `"${bytes.length}"` });
      },
      remove: ({ kind }) => Promise.resolve(void files.delete(kind)),
    },
    store: importedRowStore(db, { submissions: tables.submissions, idempotency: tables.idempotency }).store,
    noteChange: () => Promise.resolve(),
    ...change,
  };
}

type TestForm = Awaited<ReturnType<typeof storedForm>>;

async function newWaiting(form: TestForm, file: string, input: object = {}): Promise<string> {
  const created = newImport(form, importInput.parse({ format: 'csv', ...input }), Date.now(), systemRandom);
  await stores.db.send(new PutCommand({ TableName: stores.tables.formJobs, Item: toImportItem(created) }));
  files.set(created.kind, Buffer.from(file));
  return created.kind;
}

/** Runs an import until no more batches are needed. */
async function finish(id: string, deps = dependencies(), isOutOfTime = () => false): Promise<StoredImport> {
  let next: Awaited<ReturnType<typeof runImport>> = { message: { import_id: id }, delaySeconds: 0 };
  while (next) next = await runImport(next.message, deps, isOutOfTime);
  const found = await dependencies().find(id);
  if (!found) throw new Error('The import is gone');
  return found;
}

async function namesIn({ form_id }: TestForm): Promise<string[]> {
  const { Items = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.submissions,
      KeyConditionExpression: 'form_id = :form',
      ExpressionAttributeValues: { ':form': form_id },
      ScanIndexForward: false,
    }),
  );
  return Items.map(({ payload }) => payload[0][1] as string);
}

const FILE =
  'name,created_at\nAda,2026-01-03\nBob,2026-01-02\nBob,2026-01-02\nEve,03/04/2026\nZoe,2026-01-01\n';
const RESULT = { status: 'finished', rows: 5, imported: 4, skipped: 0, spam: 0 };

it('imports rows in the order of their times and removes the file and the preview', async () => {
  const form = await storedForm(stores);
  const id = await newWaiting(form, FILE);
  const ended = await finish(id);
  expect(ended).toMatchObject({ ...RESULT, errors: [{ row: 4, column: 'created_at' }] });
  expect(ended.preview).toBeUndefined();
  expect(files.has(id)).toBe(false);
  expect(await namesIn(form)).toEqual(['Ada', 'Bob', 'Bob', 'Zoe']);
});

it('continues after a crash before or after any call', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let crashAt = 1, isDone = false; !isDone; crashAt += 1) {
      const form = await storedForm(stores);
      const id = await newWaiting(form, FILE);
      const real = dependencies();
      let calls = 0;
      const crashing =
        <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          calls += 1;
          const isCrash = calls === crashAt;
          if (isCrash && when === 'before') throw new Error('Crash');
          const result = await call(...args);
          if (isCrash) throw new Error('Crash');
          return result;
        };
      const deps = dependencies({
        find: crashing(real.find),
        replace: crashing(real.replace),
        findForm: crashing(real.findForm),
        files: { read: crashing(real.files.read), remove: crashing(real.files.remove) },
        store: crashing(real.store),
        noteChange: crashing(real.noteChange),
      });
      isDone = await finish(id, deps).then(
        () => true,
        () => false,
      );
      expect(await finish(id)).toMatchObject(RESULT);
      expect(await namesIn(form)).toEqual(['Ada', 'Bob', 'Bob', 'Zoe']);
      expect(files.has(id)).toBe(false);
    }
  }
});

it('imports no row twice if the same file is imported several times at once', async () => {
  const form = await storedForm(stores);
  const rows = Array.from({ length: 300 }, (_, index) => `P${index % 250},2026-01-02 10:00\n`).join('');
  const ids = await Promise.all([1, 2, 3].map(() => newWaiting(form, `name,created_at\n${rows}`)));
  const ended = await Promise.all(ids.map((id) => finish(id)));
  expect(ended.reduce((sum, { imported }) => sum + imported, 0)).toBe(300);
  expect(ended.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(600);
  expect(await namesIn(form)).toHaveLength(300);
});

it('imports rows without a time only once, but again after their submissions have been deleted', async () => {
  const form = await storedForm(stores);
  const file = 'name\nAda\nBob\n';
  expect(await finish(await newWaiting(form, file))).toMatchObject({ imported: 2 });
  expect(await namesIn(form)).toEqual(['Ada', 'Bob']);
  expect(await finish(await newWaiting(form, file))).toMatchObject({ imported: 0, skipped: 2 });
  const { Items = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.submissions,
      KeyConditionExpression: 'form_id = :form',
      ExpressionAttributeValues: { ':form': form.form_id },
    }),
  );
  const { form_id, submission_id } = Items[0]!;
  await stores.db.send(
    new DeleteCommand({ TableName: stores.tables.submissions, Key: { form_id, submission_id } }),
  );
  expect(await finish(await newWaiting(form, file))).toMatchObject({ imported: 1, skipped: 1 });
});

it("waits while a person's data is being erased from the account", async () => {
  const form = await storedForm(stores);
  const id = await newWaiting(form, FILE);
  const message = { import_id: id };
  const erasing = dependencies({ isErasing: (account) => Promise.resolve(account === form.account_id) });
  const before = await dependencies().find(id);
  expect(await runImport(message, erasing, () => false)).toEqual({ message, delaySeconds: 60 });
  expect(await dependencies().find(id)).toEqual(before);
  expect(await finish(id)).toMatchObject({ status: 'finished' });
});

it('leaves nothing in the table if its form is deleted', async () => {
  const form = await storedForm(stores);
  const id = await newWaiting(form, FILE);
  const ended = await finish(id, dependencies({ findForm: () => Promise.resolve(undefined) }));
  expect(ended).toMatchObject({ status: 'failed', reason: 'The form was deleted.', imported: 0 });
  expect(await namesIn(form)).toEqual([]);
});

it.each([
  ['', 'The file is empty.'],
  [`${'a,'.repeat(1001)}b\n`, 'The file has more than 1000 columns.'],
])("fails with the reason if it can't read the file", async (file, reason) => {
  const form = await storedForm(stores);
  expect(await finish(await newWaiting(form, file))).toMatchObject({ status: 'failed', reason });
});

it("fails if the mapping names a column that the file doesn't have", async () => {
  const form = await storedForm(stores);
  const id = await newWaiting(form, FILE, { mapping: { Nam: 'name' } });
  expect(await finish(id)).toMatchObject({
    status: 'failed',
    reason: 'The file has no column "Nam", but the mapping includes it.',
  });
});

it('fails if the file is replaced after the check', async () => {
  const form = await storedForm(stores);
  const id = await newWaiting(form, FILE, { dry_run: true });
  const ready = await finish(id);
  expect(ready).toMatchObject({ status: 'ready', rows: 5 });
  await dependencies().replace(ready, { ...ready, status: 'importing', done: 0 });
  files.set(id, Buffer.from(`${FILE}Mallory,2026-01-01\n`));
  expect(await finish(id)).toMatchObject({ status: 'failed', imported: 0 });
  expect(await namesIn(form)).toEqual([]);
});
