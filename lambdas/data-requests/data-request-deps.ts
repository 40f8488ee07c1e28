/** Creates the dependencies of the function that finds and packs a person's data. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { DocumentClient } from '../aws/dynamodb.ts';
import type { Language } from '../core/text/language.ts';
import { readEnvironment } from '../environment.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import {
  exportBytes,
  type ExportedForm,
  type ExportedSubmission,
} from '../submissions/export/submission-export.ts';
import { streamWithTempFile } from '../submissions/export/temp-file.ts';
import { nameReader } from '../submissions/handling/handling-deps.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { toSubmissionView, type Submission } from '../submissions/submission.ts';
import { timelineOf } from '../timeline/timeline.ts';
import { submissionDeliveryStore } from '../webhooks/delivery/submission-delivery-store.ts';
import { dataRequestStore } from './data-request-store.ts';
import { zipKeyOf, type DataRequest } from './data-request.ts';
import { packStep, type PackDeps, type PackedForm } from './packing/pack-step.ts';
import { packedDataStore } from './packing/packed-data-store.ts';
import { searchStep } from './search-step.ts';
import { searchedSubmissionStore } from './searched-submission-store.ts';
import type { DataRequestDeps } from './work-on-request.ts';
import { zipStore } from './packing/zip-store.ts';

const MATCHES_PER_PAGE = 1000;

/** Reads the configuration from the environment. */
export function dataRequestDeps(
  db: DocumentClient,
  s3: S3Client,
): Omit<DataRequestDeps, 'queue' | 'handOver'> {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'ATTACHMENTS_BUCKET',
    'BASE_URL',
    'DELIVERIES_TABLE',
    'EMAILS_TABLE',
    'EXPORTS_BUCKET',
    'FORM_JOBS_TABLE',
    'FORMS_TABLE',
    'MEMBERS_TABLE',
    'REPLIES_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
  );
  const now = Date.now;
  const requests = dataRequestStore(db, environment.FORM_JOBS_TABLE);
  const zips = zipStore(s3, environment.EXPORTS_BUCKET);
  const reader = () =>
    searchedSubmissionStore(db, {
      deliveries: environment.DELIVERIES_TABLE,
      emails: environment.EMAILS_TABLE,
      forms: environment.FORMS_TABLE,
      members: environment.MEMBERS_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
      webhooks: environment.WEBHOOKS_TABLE,
    });
  const data = packedDataStore(db, s3, {
    tables: { accounts: environment.ACCOUNTS_TABLE, submissions: environment.SUBMISSIONS_TABLE },
    attachments: environment.ATTACHMENTS_BUCKET,
  });
  const deliveries = submissionDeliveryStore(db, {
    webhooks: environment.WEBHOOKS_TABLE,
    deliveries: environment.DELIVERIES_TABLE,
  });
  const emails = submissionEmailStore(db, environment.EMAILS_TABLE);
  const replies = replyStore(db, environment.REPLIES_TABLE);
  const names = nameReader(db, environment);

  const matchesOf = async (request: DataRequest): Promise<ReadonlyMap<string, readonly string[]>> => {
    const byForm = new Map<string, string[]>();
    let after: string | undefined;
    do {
      const { rows, next } = await requests.matches(request.kind, MATCHES_PER_PAGE, after);
      for (const { owner_form_id, submission_id } of rows) {
        const ids = byForm.get(owner_form_id) ?? [];
        ids.push(submission_id);
        byForm.set(owner_form_id, ids);
      }
      after = next;
    } while (after !== undefined);
    return byForm;
  };

  const viewsOf: PackDeps['viewsOf'] = async (submissions) => {
    const [first] = submissions;
    if (!first) return [];
    const found = await names.namesOf(first.account_id, submissions);
    const links = { baseUrl: environment.BASE_URL, now: now() };
    return submissions.map((each) => toSubmissionView(each, links, found));
  };

  return {
    requests,
    removeFile: (request) => zips.remove(zipKeyOf(request)),
    steps: {
      async searching(request, isOutOfTime) {
        return { request: await searchStep(request, { requests, reader: reader(), now }, isOutOfTime) };
      },
      async packing(request) {
        const { name, time_zone } = await data.account(request.form_id);
        const deps: PackDeps = {
          requests,
          now,
          accountName: () => Promise.resolve(name),
          async formsOf(of) {
            const [matches, forms] = await Promise.all([matchesOf(of), reader().forms(of.form_id)]);
            return forms.flatMap((form): PackedForm[] => {
              const submissionIds = matches.get(form.form_id);
              return submissionIds ? [{ ...form, submissionIds }] : [];
            });
          },
          read: data.read,
          viewsOf,
          async timelineOf(submission: Submission) {
            const { account_id, form_id, submission_id } = submission;
            const [sent, written, replied, { labels }] = await Promise.all([
              deliveries.findAll([form_id, account_id], submission_id),
              emails.find(form_id, submission_id, now()),
              replies.latest(form_id, submission_id),
              names.namesOf(account_id, hasLabels(submission) ? [{ labels: [] }] : []),
            ]);
            return timelineOf(submission, sent, written, replied, { labels });
          },
          csv: (forms, language) => csvOf(forms, { language, time_zone }),
          file: data.file,
          store: zips.store,
          storeIds: zips.storeIds,
        };
        return { request: await packStep(request, deps) };
      },
    },
  };

  /**
   * Yields the CSV file. Buffers the rows on the function's disk, because the header line must list the
   * columns of all rows.
   */
  function csvOf(
    forms: readonly PackedForm[],
    options: { readonly language: Language; readonly time_zone: string | undefined },
  ): AsyncGenerator<Uint8Array> {
    const exported = { ofSeveralForms: true, forms: exportedForms(forms) };
    return streamWithTempFile((buffer) => exportBytes({ format: 'csv', ...options }, exported, buffer));
  }

  async function* exportedForms(forms: readonly PackedForm[]): AsyncGenerator<ExportedForm> {
    for (const { name, fields, submissionIds } of forms) {
      const declared = fields.filter(({ type }) => type !== 'file');
      yield await Promise.resolve({ name, fields: declared, batches: exportedBatches(submissionIds) });
    }
  }

  async function* exportedBatches(
    submissionIds: readonly string[],
  ): AsyncGenerator<readonly ExportedSubmission[]> {
    for await (const batch of data.read(submissionIds)) {
      if (batch.length === 0) continue;
      const views = await viewsOf(batch);
      yield views.map((view, index) => ({ view, fields: [...(batch[index]?.payload ?? [])] }));
    }
  }
}

/** Returns true if the submission's change log mentions labels. */
const hasLabels = ({ changes }: Submission): boolean => changes.some(({ labels = [] }) => labels.length > 0);
