/**
 * Measures searching a form with 100,000 submissions for a common word, and for a word that only the oldest
 * submission contains, without and with a search index. Reads page by page, as a client would. Then searches a
 * form with an index of 1,000,000 submissions, of which only the newest and the wanted ones are stored. Finally
 * calculates the cost of storing folded text (docs/decisions/0028-words-are-folded-while-reading.md).
 * `npm run bench -- search 1000000` only uses the large form.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { newAccount } from '../../support/samples/accounts.ts';
import type { TestOperations } from '../../support/service/operations.ts';
import { putSubmissions, storedForm, submissionOf } from '../../support/samples/stored-records.ts';
import { foldText } from '../../../lambdas/core/text/folded-text.ts';
import { OLDEST_ULID, ulidBound, ulidOf } from '../../../lambdas/core/ids.ts';
import { buildIndex } from '../../../lambdas/submissions/search-index/build-index.ts';
import { searchIndexDeps } from '../../../lambdas/submissions/search-index/search-index-deps.ts';
import {
  SEARCH_INDEX,
  INDEX_SIZES,
  type IndexPart,
} from '../../../lambdas/submissions/search-index/search-index.ts';
import { segmentOf, type Segment } from '../../../lambdas/submissions/search-index/segment.ts';
import { toSubmissionItem, type Submission } from '../../../lambdas/submissions/submission.ts';
import { loadOfMachine, spread } from '../figures.ts';
import { withOperations } from '../with-operations.ts';
import { startMeasuredFunction, type MeasuredCall } from './measured-function.ts';

const SIZE = 100_000;
const LARGE = 1_000_000;
const SAMPLES = 50;
const STORED_AT_ONCE = 5_000;
/** Number of the newest submissions that are stored for the large form. */
const NEWEST = 1_500;
/** Number of repeated searches for a rare word. A function instance's memory grows over several calls. */
const REPEATS = 25;
/** Goal for the memory of a search, in megabytes. The function has more, because Lambda adds CPU with memory. */
const MEMORY = 256;

const searchPage = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullable() });

const FIELDS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A question about the Analytical Engine',
  message: 'Dear colleagues, could you please tell me when the next meeting takes place? '.repeat(6),
};

const WORDS = readFileSync(new URL('../../../docs/specification.md', import.meta.url), 'utf8').split(/\s+/);
const randomText = (): string => Math.random().toString(36).slice(2, 9);

/** Returns the fields of a typical submission: a name and an address of its own, and a message of 70 words. */
const typicalFields = () => ({
  name: `${randomText()} ${randomText()}`,
  email: `${randomText()}@example.com`,
  subject: 'A question about the Analytical Engine',
  message: Array.from({ length: 70 }, () => WORDS[Math.floor(Math.random() * WORDS.length)]).join(' '),
});

/**
 * Measures search. Goal: the first page for a common word within 300 ms, and a complete answer for a rare word
 * within 1 s (100,000 submissions) and 5 s (1,000,000), with at most 256 MB of memory.
 */
export function benchSearch(): Promise<void> {
  return withOperations(async (service) => {
    const { accountId, key } = await newAccount(service.stores);
    if (!process.argv.includes(String(LARGE))) await benchStoredForm(service, accountId, key);
    const large = await storedForm(service.stores, { account: accountId });
    await storeLargeIndex(service, large);
    console.log(`${LARGE} submissions: ${await sizeOf(service, large.form_id)}`);
    await benchPages(key, large.form_id);
    compareStorage(submissionOf(large, { fields: FIELDS }));
  });
}

/** Measures a form whose submissions are all stored, without and with an index. */
async function benchStoredForm(service: TestOperations, accountId: string, key: string): Promise<void> {
  const form = await storedForm(service.stores, { account: accountId });
  const start = Date.now() - SIZE * 1000;
  for (let stored = 0; stored < SIZE; stored += STORED_AT_ONCE) {
    const made = Array.from({ length: STORED_AT_ONCE }, (_, index) =>
      submissionOf(form, {
        at: start + (stored + index) * 1000,
        fields: { ...typicalFields(), ...(stored + index === 0 && { name: 'Łukasz Müller' }) },
      }),
    );
    await putSubmissions(service.stores, made);
  }
  console.log(`${SIZE} submissions, without an index`);
  await benchPages(key, form.form_id);
  const built = performance.now();
  const deps = depsOf(service);
  const message = { form_id: form.form_id, kind: SEARCH_INDEX } as const;
  while (await buildIndex(message, deps, () => false));
  console.log(`index built in ${seconds(performance.now() - built)}: ${await sizeOf(service, form.form_id)}`);
  await benchPages(key, form.form_id);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const depsOf = ({ stores, buckets }: TestOperations) =>
  searchIndexDeps(stores.db, buckets.s3, { ...stores.tables, exports: buckets.exports });

async function sizeOf(service: TestOperations, formId: string): Promise<string> {
  const { parts = [] } = (await depsOf(service).index.find(formId)) ?? {};
  const sum = (of: (part: IndexPart) => number): string =>
    (parts.reduce((total, part) => total + of(part), 0) / 1e6).toFixed(1);
  return `${parts.length} objects, ${sum(({ size }) => size)} MB, of which searches read ${sum(({ head }) => head)} MB`;
}

/** Stores the index of the large form, and its newest submissions and the wanted one. */
async function storeLargeIndex(
  service: TestOperations,
  form: Parameters<typeof submissionOf>[0],
): Promise<void> {
  const { index, parts } = depsOf(service);
  const start = Date.now() - LARGE * 1000;
  const submission = (number: number): Submission =>
    submissionOf(form, {
      at: start + number * 1000,
      fields: { ...typicalFields(), ...(number === 0 && { name: 'Łukasz Müller' }) },
    });
  const made: IndexPart[] = [];
  let segments: Segment[] = [];
  let bytes = 0;
  const step = INDEX_SIZES.segmentRows;
  const end = LARGE - NEWEST;
  for (let first = 0; first < end; first += step) {
    const rows = Array.from({ length: Math.min(step, end - first) }, (_, row) => submission(first + row));
    if (first === 0) await putSubmissions(service.stores, rows.slice(0, 1));
    const from = first === 0 ? OLDEST_ULID : ulidBound(start + first * 1000);
    const to = ulidBound(start + (first + rows.length) * 1000);
    const indexed = rows.map((row) => ({ ulid: ulidOf(row.submission_id), fields: row.payload }));
    const segment = segmentOf({ from, to }, indexed);
    segments.push(segment);
    bytes += segment.words.length + segment.places.length;
    if (bytes < INDEX_SIZES.partBytes && first + step < end) continue;
    made.push(await parts.put(form.form_id, segments));
    segments = [];
    bytes = 0;
  }
  await putSubmissions(
    service.stores,
    Array.from({ length: NEWEST }, (_, row) => submission(end + row)),
  );
  await index.create(form.form_id);
  const empty = await index.find(form.form_id);
  if (empty) await index.replace(empty, { ...empty, parts: made });
}

/** Measures searches in a new process of the bundled function. */
async function benchPages(key: string, id: string): Promise<void> {
  const search = await startMeasuredFunction('submissions/list-submissions', MEMORY);
  const page = async (query: Record<string, string>) => {
    const { body, ...figures } = await search.call({
      method: 'GET',
      path: `/v1/forms/${id}/submissions`,
      pathParameters: { id },
      query,
      headers: { authorization: `Bearer ${key}` },
    });
    return { ...figures, ...searchPage.parse(body) };
  };
  const complete = async () => {
    const pages: Awaited<ReturnType<typeof page>>[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const found = await page({ q: 'lukasz muller', ...(cursor !== undefined && { cursor }) });
      pages.push(found);
      cursor = found.next_cursor;
    }
    return pages;
  };

  try {
    const pages = await complete();
    const found = pages.reduce((sum, { data }) => sum + data.length, 0);
    const each = pages.map(({ ms, cpuMs }) => `${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)} ms)`);
    console.log(`rare word, new process: ${found} found on ${pages.length} pages in ${each.join(', ')}`);
    const again: { ms: number }[] = [];
    for (let sample = 0; pages.length === 1 && sample < REPEATS; sample += 1)
      again.push(...(await complete()));
    if (again.length > 0) console.log(`rare word, again: ${spread(again.map(({ ms }) => ms))}`);
    const common: Omit<MeasuredCall, 'body'>[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) common.push(await page({ q: 'ANALÝTICAL' }));
    console.log(`first page for a common word: ${spread(common.map(({ ms }) => ms))}`);
    const { peakMegabytes = NaN } = common.at(-1) ?? {};
    console.log(`memory at most: ${peakMegabytes.toFixed(0)} MB; ${loadOfMachine()}`);
  } finally {
    await search.stop();
  }
}

/**
 * Prints the storage cost of submissions with and without folded text. The item size is approximate, but the
 * size of the folded text is exact.
 */
function compareStorage(sample: Parameters<typeof toSubmissionItem>[0]): void {
  const bytes = Buffer.byteLength(JSON.stringify(toSubmissionItem(sample)));
  const folded = Buffer.byteLength(foldText([...sample.payload.values()].join(' ')));
  const units = (size: number) => Math.ceil(size / 1024);
  console.log(
    `a post of ${Buffer.byteLength(JSON.stringify(FIELDS))} bytes: stored as ${bytes} bytes, ${units(bytes)} write units; ` +
      `with folded text ${bytes + folded} bytes, ${units(bytes + folded)} units`,
  );
}
