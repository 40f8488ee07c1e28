/**
 * Measures bulk jobs, data requests and imports in an account with 100,000 submissions. One person sent every
 * hundredth submission. Each kind of work runs in a separate process, so that its memory can be measured.
 * `npm run bench -- data 5000` uses fewer submissions. With `npm run bench -- data 100000 2`, the person sent
 * every second one.
 */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { newAccount } from '../../support/samples/accounts.ts';
import { putAll, putSubmissions, storedForm, submissionOf } from '../../support/samples/stored-records.ts';
import type { TestOperations } from '../../support/service/operations.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { dataRequestStore } from '../../../lambdas/data-requests/data-request-store.ts';
import { fileKeyOf, importInput, newImport, toImportItem } from '../../../lambdas/imports/import.ts';
import { importStore } from '../../../lambdas/imports/import-store.ts';
import { loadOfMachine } from '../figures.ts';
import { withOperations } from '../with-operations.ts';

/** The number of submissions, and how many of them are from the person: one in SHARE. */
const [SIZE = 100_000, SHARE = 100] = process.argv
  .slice(2)
  .filter((text) => /^[1-9]\d*$/.test(text))
  .map(Number);
const STORED_AT_ONCE = 5000;
const PERSON = 'ada@example.com';
const MESSAGE = 'Could you please tell me when the next meeting takes place? '.repeat(4);

/** Measures the work. Goals: the search ends within 15 minutes, and the import takes less than 300 MB. */
export function benchData(): Promise<void> {
  // Nothing reads the queues, because other processes work on the requests.
  const queue = 'http://127.0.0.1:1/0/queue';
  return withOperations(
    async (service) => {
      const { accountId, key } = await newAccount(service.stores);
      const form = await storedForm(service.stores, { account: accountId });
      for (let stored = 0; stored < SIZE; stored += STORED_AT_ONCE) {
        const count = Math.min(STORED_AT_ONCE, SIZE - stored);
        const made = Array.from({ length: count }, (_, index) => {
          const number = stored + index;
          const email = number % SHARE === 0 ? PERSON : `person-${number}@example.com`;
          const at = Date.now() - (SIZE - number) * 1000;
          return submissionOf(form, { at, fields: { name: `Person ${number}`, email, message: MESSAGE } });
        });
        await putSubmissions(service.stores, made);
      }
      console.log(`${SIZE} submissions, every ${SHARE}th of one person; ${loadOfMachine()}`);
      await benchBulkJob(service, key, form.form_id);
      await benchRequests(service, key);
      await benchImport(service, accountId);
    },
    // The benchmark has no queues, so there are no dead letters.
    {
      DATA_REQUESTS_QUEUE_URL: queue,
      ERASURES_QUEUE_URL: queue,
      FORM_JOBS_QUEUE_URL: queue,
      DEAD_LETTER_QUEUES: '[]',
    },
  );
}

async function benchBulkJob({ call }: TestOperations, key: string, form: string): Promise<void> {
  const body = { filter: { read: false }, action: 'read' };
  const started = await call('changeFormSubmissions', { key, path: { id: form }, body });
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  await measure('mark all as read, without the ten seconds to undo', 'bulk', form);
  const { body: job } = await call('getBulkJob', { key, path: { id: started.body.id } });
  console.log(`changed: ${job.done} of ${job.matched} submissions, status ${job.status}`);
}

async function benchRequests({ call, stores }: TestOperations, key: string): Promise<void> {
  const create = async (kind: string): Promise<string> => {
    const { status, body } = await call('createDataRequest', { key, body: { kind, email: PERSON } });
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.id as string;
  };
  const erasure = await create('erase');
  await measure('search', 'request', erasure);
  await measure('export: search and ZIP', 'request', await create('export'));
  const requests = dataRequestStore(stores.db, stores.tables.formJobs);
  const ready = await requests.find(erasure);
  if (!ready) throw new Error('The request is gone');
  const { expires_at: _, ...rest } = ready;
  await requests.replace(ready, { ...rest, status: 'erasing', confirmed_at: new Date().toISOString() });
  await measure('erase, without the waits', 'request', erasure);
  const done = await requests.find(erasure);
  console.log(`erased: ${done?.counts.submissions} submissions, status ${done?.status}`);
}

async function benchImport({ stores, buckets }: TestOperations, account: string): Promise<void> {
  const form = await storedForm(stores, { account });
  const created = newImport(form, importInput.parse({ format: 'csv' }), Date.now(), systemRandom);
  const id = created.kind;
  await putAll(stores.db, stores.tables.formJobs, [toImportItem(created)]);
  const lines = Array.from(
    { length: SIZE },
    (_, number) => `Person ${number},person-${number}@example.com,${MESSAGE},2026-01-01T00:00:00Z\n`,
  );
  await buckets.s3.send(
    new PutObjectCommand({
      Bucket: buckets.exports,
      Key: fileKeyOf({ form_id: form.form_id, kind: id }),
      Body: `name,email,message,created_at\n${lines.join('')}`,
    }),
  );
  await measure('import of a CSV file', 'import', id);
  const done = await importStore(stores.db, stores.tables.formJobs).find(id);
  console.log(`imported: ${done?.imported} rows, status ${done?.status}`);
}

const figures = z.object({ seconds: z.number(), batches: z.int(), megabytes: z.int() });

/** Runs the work in a separate process and prints its time and peak memory. */
async function measure(name: string, kind: 'request' | 'import' | 'bulk', id: string): Promise<void> {
  const script = join(import.meta.dirname, 'background-work.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, kind, id]);
  const { seconds, batches, megabytes } = figures.parse(JSON.parse(stdout));
  console.log(`${name}: ${seconds.toFixed(1)} s in ${batches} batches, ${megabytes} MB at most`);
}
