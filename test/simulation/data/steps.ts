/** Connects the steps of a data request with the simulated tables. Each request to a table is a call. */
import { searchStep } from '../../../lambdas/data-requests/search-step.ts';
import { eraseStep, type EraseDeps } from '../../../lambdas/data-requests/erasing/erase-step.ts';
import type { ErasedBatch } from '../../../lambdas/data-requests/erasing/erased-batch.ts';
import type { SearchedRecords } from '../../../lambdas/data-requests/request-records.ts';
import type { DataRequestDeps } from '../../../lambdas/data-requests/work-on-request.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import type { Invocation } from '../aws/invocation.ts';
import type { DataWorld } from './world.ts';

const PAGE = 3;
const WEBHOOK = { webhook_id: 'wh_1', url: 'https://hooks.example/' };

export function stepsOf(
  world: DataWorld,
  invocation: Invocation,
  requestId: string,
): Pick<DataRequestDeps, 'requests' | 'steps' | 'removeFile'> {
  const call = invocation.call.bind(invocation);
  const requests = world.requests.of(invocation);
  const now = (): number => world.timeline.now;
  const search = { requests, reader: readerOf(world, invocation), now };
  const deps: EraseDeps = {
    ...search,
    batches: batchesOf(world, invocation, requestId),
    submissions: erasureOf(world, invocation, requestId),
    findSubmissions: (refs) =>
      call('submission.find', () =>
        refs.flatMap(({ submission_id }) => world.data.submissions.get(submission_id) ?? []),
      ),
    removeIdempotencyKeys: (_, erased) =>
      call('keys.remove', () => world.removeKeys(erased.map(({ submission_id }) => submission_id))),
    personOf: () =>
      Promise.resolve({
        removeFromAccount: () => call('person.remove', () => undefined),
        forms: () => call('person.forms', () => world.forms),
        removeFromForm: () => call('person.remove', () => undefined),
        removeSent: () => call('person.sent', () => undefined),
      }),
    removeFromSearch: () => call('search.remove', () => undefined),
    stopImports: () => world.stopImports(invocation),
    removeCopies: () => call('copies.remove', () => true),
    leftovers: () =>
      call('leftovers', () => ({
        deadLetters: false,
        failedRecords: false,
        logDays: 30,
        backupDays: undefined,
      })),
  };
  return {
    requests,
    removeFile: () => call('file.remove', () => undefined),
    steps: {
      async searching(request, isOutOfTime) {
        return { request: await searchStep(request, search, isOutOfTime) };
      },
      packing: () => Promise.reject(new Error('Not simulated')),
      erasing: (request, isOutOfTime) => eraseStep(request, deps, isOutOfTime),
    },
  };
}

function readerOf({ data, forms, without, requests }: DataWorld, invocation: Invocation): SearchedRecords {
  const call = invocation.call.bind(invocation);
  const isErasing = (): boolean => [...requests.rows.values()].some(({ status }) => status === 'erasing');
  return {
    forms: () => call('form.list', () => (without === 'second-search' && isErasing() ? [] : [...forms])),
    findForm: (_, formId) => call('form.find', () => forms.find(({ form_id }) => form_id === formId)),
    page: ({ form_id: formId }, { after = '' }) =>
      call('submission.page', () => {
        const rows = [...data.submissions.values()]
          .filter(({ form_id, submission_id }) => form_id === formId && submission_id > after)
          .toSorted((a, b) => (a.submission_id < b.submission_id ? -1 : 1));
        return {
          rows: rows.slice(0, PAGE),
          next: rows.length > PAGE ? rows[PAGE - 1]?.submission_id : undefined,
        };
      }),
    emails: ({ form_id, submission_id }) =>
      call('email.list', () => {
        if (!data.emails.has(submission_id)) return [];
        const email_key = `${submission_id}.notification.rcp_1`;
        const record = {
          form_id,
          email_key,
          kind: 'notification',
          recipient_id: 'rcp_1',
          status: 'sent',
        } as const;
        return [{ ...record, address: 'owner@example.com', changed_at: '' }];
      }),
    webhooks: (ownerId) =>
      call('webhook.list', () => (forms.some(({ form_id }) => form_id === ownerId) ? [WEBHOOK] : [])),
    deliveries: (_, submissionId) =>
      call('delivery.list', () => {
        const count = Number(data.deliveries.has(submissionId));
        return { all: count, attempted: count };
      }),
    members: () => call('member.list', () => 0),
  };
}

function batchesOf(
  { requests, without }: DataWorld,
  invocation: Invocation,
  requestId: string,
): EraseDeps['batches'] {
  const call = invocation.call.bind(invocation);
  const batches = requests.batchesOf(requestId);
  let postponed: ErasedBatch | undefined;
  const put = (batch: ErasedBatch): boolean => {
    if (without !== 'batch-once' && batches.has(batch.kind)) return false;
    batches.set(batch.kind, batch);
    return true;
  };
  return {
    async add(batch) {
      postponed = batch;
      return without === 'batch-first' || call('batch.put', () => put(batch));
    },
    async removeMatches(rows) {
      const batch = postponed;
      if (without === 'batch-first' && batch) await call('batch.put', () => put(batch));
      for (const { kind } of rows)
        await call('match.remove', () => requests.matchesOf(requestId).delete(kind));
    },
    list: (_, after = '') =>
      call('batch.list', () => {
        const rows = [...batches.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
        return rows.filter(({ kind }) => kind > after).slice(0, 2);
      }),
  };
}

function erasureOf(
  { data, removals }: DataWorld,
  invocation: Invocation,
  requestId: string,
): EraseDeps['submissions'] {
  type Ref = Pick<Submission, 'submission_id'>;
  const remove = (name: string, from: Set<string>) => (ref: Ref) =>
    invocation.call(name, () => void from.delete(ref.submission_id));
  const nothing = (name: string) => () => invocation.call(name, () => undefined);
  return {
    mark: ({ submission_id }) =>
      invocation.call('submission.mark', () => {
        const found = data.submissions.get(submission_id);
        if (found) data.submissions.set(submission_id, { ...found, erased: true });
        return found;
      }),
    removeSubmission: ({ submission_id: id }) =>
      invocation.call('submission.remove', () => {
        if (data.submissions.delete(id)) removals.push({ requestId, id });
      }),
    removeFiles: remove('file.remove', data.files),
    removeEmails: remove('email.remove', data.emails),
    removeDeliveries: remove('delivery.remove', data.deliveries),
    removeUploads: nothing('upload.remove'),
    removeFileNote: nothing('file-note.remove'),
    removeReplies: nothing('reply.remove'),
    removeSendLocks: nothing('lock.remove'),
  };
}
