/**
 * Measures list pages for forms with few submissions and for forms with many. Each measurement covers the
 * whole operation on the DynamoDB emulator, including the key check. Also measures exporting the submissions
 * and deleting the form.
 */
import { formChanger } from '../../lambdas/forms/form-store.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import {
  firstMessage,
  newFormJob,
  runFormJobBatch,
  type FormJobMessage,
} from '../../lambdas/forms/jobs/form-job.ts';
import { newAccount } from '../support/samples/accounts.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { percentile, spread } from './figures.ts';
import { withOperations } from './with-operations.ts';

const SIZES = [1_000, 100_000];
const SAMPLES = 300;
const SPAM = 10;
const STORED_AT_ONCE = 5_000;

/**
 * Measures list pages. Goal: for forms with many submissions, a page takes at most 1.2 times as long as for
 * forms with few.
 */
export function benchLists(): Promise<void> {
  return withOperations(async (service) => {
    const { accountId, key } = await newAccount(service.stores);
    const forms: Form[] = [];
    for (const size of SIZES) forms.push(await filledForm(service, accountId, size));
    await benchPages(service, key, forms);
    const largest = forms.at(-1);
    if (largest) {
      await benchExport(service, key, largest);
      await benchRemoval(service, largest);
    }
  });
}

async function filledForm({ stores }: TestOperations, account: string, size: number): Promise<Form> {
  const form = await storedForm(stores, { account, slug: `with-${size}` });
  const start = Date.now() - size * 1000;
  const fields = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello! '.repeat(30) };
  for (let stored = 0; stored < size; stored += STORED_AT_ONCE) {
    const count = Math.min(STORED_AT_ONCE, size - stored);
    const made = Array.from({ length: count }, (_, index) => {
      const status = (stored + index) % Math.floor(size / SPAM) === 0 ? 'spam' : 'received';
      return submissionOf(form, { at: start + (stored + index) * 1000, status, fields });
    });
    await putSubmissions(stores, made);
  }
  return form;
}

async function benchPages({ call }: TestOperations, key: string, forms: readonly Form[]): Promise<void> {
  const page = async (form: Form, query: Record<string, string>) => {
    const { status, body, ms } = await call('listSubmissions', { key, path: { id: form.form_id }, query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { cursor: (body as { next_cursor: string | null }).next_cursor, ms };
  };
  /** Returns the cursor for the form's last page. Reads all pages to find the cursor, as a client would. */
  const lastCursor = async (form: Form): Promise<string> => {
    let last = '';
    for (let { cursor } = await page(form, {}); cursor !== null; { cursor } = await page(form, { cursor }))
      last = cursor;
    return last;
  };
  const cursors = new Map<Form, string>();
  for (const form of forms) cursors.set(form, await lastCursor(form));

  const queries: Record<string, (form: Form) => Record<string, string>> = {
    'first page': () => ({}),
    'last page': (form) => ({ cursor: cursors.get(form) ?? '' }),
    'first page of spam': () => ({ status: 'spam' }),
    'first page of received': () => ({ status: 'received' }),
  };
  for (const [title, query] of Object.entries(queries)) {
    const times = forms.map((): number[] => []);
    // Alternate between the forms, so that other load on the machine affects them equally.
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (const [index, form] of forms.entries()) {
        times[index]?.push((await page(form, query(form))).ms);
      }
    }
    for (const [index, figures] of times.entries())
      console.log(`${title}, ${String(SIZES[index])} submissions: ${spread(figures)}`);
    const medians = times.map((figures) => percentile(figures, 0.5));
    console.log(`    ratio of medians ${((medians.at(-1) ?? NaN) / (medians[0] ?? NaN)).toFixed(2)}`);
  }
}

async function benchExport({ call }: TestOperations, key: string, form: Form): Promise<void> {
  for (const format of ['csv', 'ndjson']) {
    const started = performance.now();
    const { status, headers } = await call('exportSubmissions', {
      key,
      path: { id: form.form_id },
      query: { format },
    });
    const seconds = (performance.now() - started) / 1000;
    const link = headers['location'];
    const bytes = link === undefined ? 0 : (await (await fetch(link)).arrayBuffer()).byteLength;
    console.log(
      `export of ${String(SIZES.at(-1))} submissions as ${format}: ${status} after ${seconds.toFixed(1)} s, ` +
        `${(bytes / 2 ** 20).toFixed(1)} MB`,
    );
  }
}

async function benchRemoval({ stores, buckets }: TestOperations, form: Form): Promise<void> {
  const { formJobDeps } = await import('../../lambdas/form-jobs/form-job-deps.ts');
  const { db, tables } = stores;
  const deps = formJobDeps(db, buckets.s3, { tables, buckets }, Date.now, () => Promise.resolve());
  const removal = newFormJob('deletion', form, Date.now());
  const changer = formChanger(db, {
    forms: tables.forms,
    slugs: tables.formSlugs,
    jobs: tables.formJobs,
  });
  let started = performance.now();
  await changer.remove(form, removal);
  const responded = performance.now() - started;
  started = performance.now();
  let batches = 0;
  for (let message: FormJobMessage | undefined = firstMessage(removal); message; batches += 1)
    message = (await runFormJobBatch(message, deps))?.message;
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `deletion of a form with ${String(SIZES.at(-1))} submissions: form deleted after ${responded.toFixed(0)} ms, ` +
      `all its data after ${seconds.toFixed(1)} s in ${batches} batches`,
  );
}
