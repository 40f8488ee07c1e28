/** Tests the search indexes of a form whose submissions are spread over several partitions (docs/decisions/0054). */
import { formSplitStore } from '../../../lambdas/analytics/form-split-store.ts';
import { HOUR } from '../../../lambdas/core/clock.ts';
import { partitionsOf, pieceOf } from '../../../lambdas/core/submission-pieces.ts';
import { wholeFormReader } from '../../../lambdas/forms/form-store.ts';
import type { Form } from '../../../lambdas/forms/form.ts';
import { buildIndex } from '../../../lambdas/submissions/search-index/build-index.ts';
import { forgetSubmissions } from '../../../lambdas/submissions/search-index/forget-submissions.ts';
import { indexedSearchStore } from '../../../lambdas/submissions/search-index/indexed-search-store.ts';
import { indexNews } from '../../../lambdas/submissions/search-index/index-news.ts';
import { searchIndexDeps } from '../../../lambdas/submissions/search-index/search-index-deps.ts';
import { affectedIndexReader } from '../../../lambdas/submissions/search-index/search-index-store.ts';
import { SEARCH_INDEX } from '../../../lambdas/submissions/search-index/search-index.ts';
import { submissionPage } from '../../../lambdas/submissions/search/submission-pages.ts';
import { submissionChanges } from '../../../lambdas/submissions/submission-change-store.ts';
import { submissionStore } from '../../../lambdas/submissions/submission-store.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import { newAccount } from '../../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../../support/service/operations.ts';
import { runDeletionJob } from './run-deletion-job.ts';

const COUNT = 800;
/** Sizes with which each piece gets an index of several segments in one part. */
const SIZES = { indexedFrom: 40, segmentRows: 20, partBytes: 100_000 };

let service: TestOperations;
let form: Form;
let made: Submission[];

beforeAll(async () => {
  service = await startOperations();
  const { stores } = service;
  const { accountId } = await newAccount(stores);
  const cold = await storedForm(stores, { account: accountId });
  const names = { forms: stores.tables.forms, formSlugs: stores.tables.formSlugs };
  expect(await formSplitStore(stores.db, names).split(cold)).toBe(true);
  form = (await wholeFormReader(stores.db, stores.tables.forms).find(accountId, cold.form_id))!;
  const start = Date.now() - COUNT * 1000 - HOUR;
  made = Array.from({ length: COUNT }, (_, index) => {
    const message = index % 100 === 7 ? 'Łukasz Müller' : 'Hello';
    return submissionOf(form, { at: start + index * 1000, fields: { name: `Person no${index}.`, message } });
  });
  await putSubmissions(stores, made);
});
afterAll(() => service.stop());

const deps = () => {
  const { stores, buckets } = service;
  const names = { ...stores.tables, exports: buckets.exports };
  return { ...searchIndexDeps(stores.db, buckets.s3, names), sizes: SIZES };
};
const build = async (): Promise<void> => {
  for (const partition of partitionsOf(form)) {
    const message = { form_id: partition, kind: SEARCH_INDEX } as const;
    while (await buildIndex(message, deps(), () => false));
  }
};

/** Searches the form. Also returns the pieces whose indexes were read. */
async function search(q: string): Promise<{ ids: string[]; partitions: string[] }> {
  const { stores, buckets } = service;
  const index = indexedSearchStore(stores.db, {
    FORM_JOBS_TABLE: stores.tables.formJobs,
    SUBMISSIONS_TABLE: stores.tables.submissions,
    EXPORTS_BUCKET: buckets.exports,
  });
  const keys = new Set<string>();
  const reader = {
    ...submissionStore(stores.db, stores.tables.submissions),
    index: {
      partsOf: index.partsOf,
      ulidsWith: (...[part, words]: Parameters<typeof index.ulidsWith>) => {
        keys.add(part.key);
        return index.ulidsWith(part, words);
      },
    },
  };
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await submissionPage([form], { q }, { limit: 5, after }, reader, Date.now);
    ids.push(...page.rows.map(({ submission_id }) => submission_id));
    after = page.next;
  } while (after !== undefined);
  const partitions = [...keys].map((key) => key.split('/').at(-2) ?? '');
  return { ids, partitions: [...new Set(partitions)].toSorted() };
}

const withName = (index: number) => index % 100 === 7;
const expected = () => made.filter((_, index) => withName(index)).map(({ submission_id }) => submission_id);

it('searches the indexes of all pieces, and merges their submissions', async () => {
  expect(new Set(made.map(({ submission_id }) => pieceOf(submission_id))).size).toBe(8);
  expect((await search('lukasz')).partitions).toEqual([]);
  await build();
  expect(await search('lukasz müller')).toEqual({
    ids: expected().toReversed(),
    partitions: partitionsOf(form).toSorted(),
  });
  expect((await search('no5.')).ids).toEqual([made[5]!.submission_id]);
});

it("removes a deleted submission from its piece's index only", async () => {
  const { db, tables } = service.stores;
  const gone = made.find(({ submission_id }, index) => withName(index) && pieceOf(submission_id) > 0)!;
  const partition = partitionsOf(form)[pieceOf(gone.submission_id)]!;
  const before = await service.buckets.keys(service.buckets.exports);
  await submissionChanges(db, tables.submissions).remove(gone);
  const { form_id, submission_id } = gone;
  const news = await indexNews(
    [{ event: 'REMOVE', form_id, submission_id, at: Date.now() }],
    affectedIndexReader(db, tables.formJobs),
  );
  expect(news).toEqual([{ form_id: partition, kind: SEARCH_INDEX, removed: [submission_id] }]);
  await forgetSubmissions(form_id, [submission_id], deps());
  const after = await service.buckets.keys(service.buckets.exports);
  const removed = before.filter((key) => !after.includes(key));
  expect(removed.map((key) => key.split('/').at(-2))).toEqual([partition]);
  const left = expected()
    .filter((id) => id !== submission_id)
    .toReversed();
  expect((await search('lukasz')).ids).toEqual(left);
  await build();
  expect((await search('lukasz')).ids).toEqual(left);
});

it('deletes the indexes of all pieces with the form', async () => {
  await runDeletionJob(service, form);
  const { buckets } = service;
  expect(await buckets.keys(buckets.exports)).toEqual([]);
  for (const partition of partitionsOf(form)) expect(await deps().index.find(partition)).toBeUndefined();
});
