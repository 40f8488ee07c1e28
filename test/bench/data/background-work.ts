/**
 * Runs the background work of a data request, import or bulk job in a separate process, like its function, and
 * prints the duration and the process's peak memory as JSON. Arguments: `request` or `import` and its id, or
 * `bulk` and the id of the form.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { documentClient } from '../../../lambdas/aws/clients/dynamodb-client.ts';
import { s3Client } from '../../../lambdas/aws/clients/s3-client.ts';
import { dataRequestDeps } from '../../../lambdas/data-requests/data-request-deps.ts';
import { erasingDeps } from '../../../lambdas/data-requests/erasing/erase-deps.ts';
import { BATCH_MS, workOnRequest } from '../../../lambdas/data-requests/work-on-request.ts';
import { runBulkUpdate } from '../../../lambdas/form-jobs/bulk-update.ts';
import { bulkUpdateDeps } from '../../../lambdas/form-jobs/bulk-update-deps.ts';
import { formJobStore } from '../../../lambdas/form-jobs/form-job-store.ts';
import { firstMessage, type FormJobMessage } from '../../../lambdas/forms/jobs/form-job.ts';
import { importDeps } from '../../../lambdas/imports/import-deps.ts';
import type { ImportMessage } from '../../../lambdas/imports/import.ts';
import { runImport } from '../../../lambdas/imports/run-import.ts';

const [kind, id = ''] = process.argv.slice(2);
const db = documentClient();
const s3 = s3Client();
/** Time spent waiting for late writes, or until a job can no longer be undone, in milliseconds. */
let waited = 0;
let batches = 0;

function batchTimer(): () => boolean {
  const until = Date.now() + BATCH_MS;
  batches += 1;
  return () => Date.now() >= until;
}

async function workOnDataRequest(): Promise<void> {
  const state = { isErasing: false, hasMore: true };
  while (state.hasMore) {
    state.hasMore = false;
    const send = async (_: object, delaySeconds = 0): Promise<void> => {
      state.hasMore = true;
      waited += delaySeconds * 1000;
      await pause(delaySeconds * 1000);
    };
    const handOver = async (): Promise<void> => {
      state.isErasing = true;
      await send({});
    };
    const deps = state.isErasing ? erasingDeps(db, s3) : { ...dataRequestDeps(db, s3), handOver };
    await workOnRequest({ ...deps, queue: { send } })({ request_id: id }, batchTimer());
  }
}

async function workOnImport(): Promise<void> {
  const deps = importDeps(db, s3, () => Promise.resolve(false));
  let next: { message: ImportMessage } | undefined = { message: { import_id: id } };
  while (next) next = await runImport(next.message, deps, batchTimer());
}

async function workOnBulkJob(): Promise<void> {
  const runner = await formJobStore(db, process.env['FORM_JOBS_TABLE'] ?? '').find(id, 'bulk-update');
  if (!runner) throw new Error('The bulk job is gone');
  let next: { message: FormJobMessage; delaySeconds?: number } | undefined = {
    message: firstMessage(runner),
  };
  while (next) {
    waited += (next.delaySeconds ?? 0) * 1000;
    await pause((next.delaySeconds ?? 0) * 1000);
    next = await runBulkUpdate(next.message, bulkUpdateDeps(db), batchTimer());
  }
}

const work = { request: workOnDataRequest, import: workOnImport, bulk: workOnBulkJob };
const started = performance.now();
await work[kind as keyof typeof work]();
const seconds = (performance.now() - started - waited) / 1000;
// Peak memory in kilobytes, as reported by Linux.
const [, peak = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
process.stdout.write(JSON.stringify({ seconds, batches, megabytes: Math.round(Number(peak) / 1024) }));
