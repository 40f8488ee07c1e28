/** Tests search indexes with the real tables and buckets, from the first submissions to the form's deletion. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { NEWEST_ULID, OLDEST_ULID, ulidTime } from '../../../lambdas/core/ids.ts';
import type { Form } from '../../../lambdas/forms/form.ts';
import { submissionChanges } from '../../../lambdas/submissions/submission-change-store.ts';
import { buildIndex } from '../../../lambdas/submissions/search-index/build-index.ts';
import { forgetSubmissions } from '../../../lambdas/submissions/search-index/forget-submissions.ts';
import { indexNews } from '../../../lambdas/submissions/search-index/index-news.ts';
import { decodePart, ulidsInPart } from '../../../lambdas/submissions/search-index/part.ts';
import { searchIndexDeps } from '../../../lambdas/submissions/search-index/search-index-deps.ts';
import { affectedIndexReader } from '../../../lambdas/submissions/search-index/search-index-store.ts';
import { SEARCH_INDEX, searchIndex } from '../../../lambdas/submissions/search-index/search-index.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import { newAccount } from '../../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../../support/service/operations.ts';
import { runDeletionJob } from './run-deletion-job.ts';

const HOUR = 3600 * 1000;
const COUNT = 6_000;

let service: TestOperations;
let form: Form;
let key: string;
let made: Submission[];

beforeAll(async () => {
  service = await startOperations();
  const account = await newAccount(service.stores);
  key = account.key;
  form = await storedForm(service.stores, { account: account.accountId });
  const start = Date.now() - COUNT * 1000 - HOUR;
  made = Array.from({ length: COUNT }, (_, index) =>
    submissionOf(form, {
      at: start + index * 1000,
      fields: { name: `Person no${index}.`, message: index === 700 ? 'Łukasz Müller' : 'Hello' },
    }),
  );
  await putSubmissions(service.stores, made);
});
afterAll(() => service.stop());

const deps = () => {
  const { stores, buckets } = service;
  return searchIndexDeps(stores.db, buckets.s3, { ...stores.tables, exports: buckets.exports });
};
const build = async (): Promise<void> => {
  const message = { form_id: form.form_id, kind: SEARCH_INDEX } as const;
  while (await buildIndex(message, deps(), () => false));
};
const storedIndex = async () => {
  const { db, tables } = service.stores;
  const Key = { form_id: form.form_id, kind: SEARCH_INDEX };
  const { Item } = await db.send(new GetCommand({ TableName: tables.formJobs, Key }));
  return searchIndex.optional().parse(Item);
};
/** Returns the stored objects' ULIDs for a word. Reads all of the bucket. */
const indexed = async (word: string): Promise<string[]> => {
  const { buckets } = service;
  const found: string[] = [];
  for (const Key of await buckets.keys(buckets.exports)) {
    const { Body } = await buckets.s3.send(new GetObjectCommand({ Bucket: buckets.exports, Key }));
    const bytes = await Body!.transformToByteArray();
    const [head] = decodePart(bytes);
    expect(head).toBeDefined();
    const part = (await storedIndex())!.parts.find(({ key: name }) => name === Key)!;
    found.push(...(await ulidsInPart(part, [word], (from, to) => Promise.resolve(bytes.subarray(from, to)))));
  }
  return found;
};
/** Returns the ids on all pages. On a busy machine, the first page can run out of time. */
const search = async (q: string, name: 'listSubmissions' | 'listAllSubmissions' = 'listSubmissions') => {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await service.call(name, {
      key,
      query: { q, ...(cursor !== undefined && { cursor }) },
      ...(name === 'listSubmissions' && { path: { id: form.form_id } }),
    });
    expect(status).toBe(200);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return ids;
};
const idAt = (index: number) => made[index]!.submission_id;

it('answers searches completely, whether a word is in the index or too new for it', async () => {
  await build();
  const { parts } = (await storedIndex())!;
  expect(parts).toHaveLength(1);
  expect(await indexed('lukasz')).toEqual([idAt(700).slice(-26)]);

  expect(await search('lukasz MÜLLER')).toEqual([idAt(700)]);
  expect(await search('lukasz', 'listAllSubmissions')).toEqual([idAt(700)]);
  expect(await search('no5990.')).toEqual([idAt(5990)]);
  expect(await search('nobody')).toEqual([]);
  const recent = submissionOf(form, { fields: { name: 'Łukasz too' } });
  await putSubmissions(service.stores, [recent]);
  expect(await search('lukasz')).toEqual([recent.submission_id, idAt(700)]);
});

it('finds submissions that are imported into an indexed time, once they are stored', async () => {
  const old = submissionOf(form, { at: Date.parse(made[1500]!.received_at), fields: { name: 'Old Łukasz' } });
  await putSubmissions(service.stores, [old]);
  await forgetSubmissions(form.form_id, [old.submission_id], deps());
  expect(await search('old lukasz')).toEqual([old.submission_id]);
  await build();
  expect(await search('old lukasz')).toEqual([old.submission_id]);
});

it('no longer contains deleted submissions, and finds the others', async () => {
  const { db, tables } = service.stores;
  const changes = submissionChanges(db, tables.submissions);
  await changes.remove(made[700]!);
  const news = await indexNews(
    [{ event: 'REMOVE', form_id: form.form_id, submission_id: idAt(700), at: Date.now() }],
    affectedIndexReader(db, tables.formJobs),
  );
  expect(news).toEqual([{ form_id: form.form_id, kind: SEARCH_INDEX, removed: [idAt(700)] }]);
  for (const { form_id, removed } of news) await forgetSubmissions(form_id, removed!, deps());
  expect(await indexed('lukasz')).not.toContain(idAt(700).slice(-26));
  expect(await search('person no701.')).toEqual([idAt(701)]);

  await build();
  expect(await indexed('lukasz')).not.toContain(idAt(700).slice(-26));
  expect(await search('person no701.')).toEqual([idAt(701)]);
});

it('reads the submissions if an object of the index is gone, and builds it again', async () => {
  await deps().parts.remove((await storedIndex())!.parts.map(({ key: name }) => name));
  expect(await search('no701.')).toEqual([idAt(701)]);
  await build();
  expect(await indexed('no701.')).toEqual([idAt(701).slice(-26)]);
});

it('is ignored for a restored table, and built again', async () => {
  const { stores, buckets } = service;
  const names = { ...stores.tables, submissions: 'restored', exports: buckets.exports };
  expect(await searchIndexDeps(stores.db, buckets.s3, names).index.find(form.form_id)).toBeUndefined();
});

it('is deleted with its form', async () => {
  await runDeletionJob(service, form);
  const { buckets } = service;
  expect(await buckets.keys(buckets.exports)).toEqual([]);
  expect(await storedIndex()).toBeUndefined();
});

it('is told about a thousandth of the new submissions, and about those that are stored late', async () => {
  const change = (submission_id: string, at = ulidTime('01KDVGGXMG0000000000000000')) => {
    return { event: 'INSERT' as const, form_id: form.form_id, submission_id, at };
  };
  const like = (random: string) => `sub_${form.form_id.slice(4)}01KDVGGXMG${random}`;
  const none = () => Promise.resolve([]);
  const told = { form_id: form.form_id, kind: SEARCH_INDEX } as const;
  expect(await indexNews([change(like('AAAA00AAAAAAAAAA'))], none)).toEqual([told]);
  expect(await indexNews([change(like('00AAA0AAAAAAAA00'))], none)).toEqual([]);

  const range = { from: OLDEST_ULID, to: NEWEST_ULID };
  const part = { ...range, key: 'part', head: 1, size: 1 };
  const whole = () => Promise.resolve([{ ...told, parts: [part], postponed: [], busy_until: 0 }]);
  const late = change(like('AAAAAAAAAAAAAAAA'));
  expect(await indexNews([late], whole)).toEqual([]);
  const after = { ...late, at: late.at + HOUR };
  expect(await indexNews([after], whole)).toEqual([{ ...told, removed: [late.submission_id] }]);
});
