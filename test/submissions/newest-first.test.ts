import { NEWEST_ULID, OLDEST_ULID, ulidBound, ulidOf } from '../../lambdas/core/ids.ts';
import {
  readNewestFirst,
  type NewestFirstConfig,
  type TimeRange,
} from '../../lambdas/submissions/search/newest-first.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';

const FORM = 'frm_0000000001';
const OTHER = 'frm_0000000002';
const START = Date.UTC(2026, 0, 1);
const PAGE = 100;

/** Returns a submission received at the given second. Only its ids matter in these tests. */
const at = (second: number, formId = FORM): Submission => ({
  form_id: formId,
  submission_id: `sub_${formId.slice(4)}${ulidBound(START + second * 1000)}`,
  account_id: 'acc_1',
  received_at: '',
  status: 'received',
  payload: new Map(),
  attachments: [],
  changes: [],
});

/**
 * Returns a store that returns at most one page per read. Each read takes `milliseconds` on the test's clock.
 */
function storeOf(rows: readonly Submission[], matches: (row: Submission) => boolean, milliseconds = 0) {
  let clock = START + 1e9;
  const reads: (TimeRange & { limit: number })[] = [];
  const sorted = rows.toSorted((a, b) => (ulidOf(a.submission_id) < ulidOf(b.submission_id) ? 1 : -1));
  return {
    reads,
    now: () => clock,
    oldest: (formId: string) => {
      const last = sorted.filter((row) => row.form_id === formId).at(-1);
      return Promise.resolve(last && ulidOf(last.submission_id));
    },
    read: (stretch: TimeRange, limit: number) => {
      reads.push({ ...stretch, limit });
      clock += milliseconds;
      const within = sorted.filter((row) => {
        const place = ulidOf(row.submission_id);
        return row.form_id === stretch.formId && place >= stretch.from && place < stretch.to;
      });
      const page = within.slice(0, Math.min(limit, PAGE));
      const last = page.at(-1);
      const next = page.length < within.length && last ? ulidOf(last.submission_id) : undefined;
      return Promise.resolve({ rows: page.filter(matches), scanned: page.length, next });
    },
  };
}

const config: NewestFirstConfig = {
  enough: 10,
  firstRead: 20,
  largestRead: 80,
  parallelReads: 4,
  parallelParts: 8,
  mostReads: 1000,
  time: 1000,
  split: true,
};
const whole = (formId = FORM): TimeRange => ({
  formId,
  partition: formId,
  from: OLDEST_ULID,
  to: NEWEST_ULID,
});
const seconds = Array.from({ length: 2000 }, (_, second) => second);
const idsOf = (rows: readonly Submission[]) => rows.map(({ submission_id }) => submission_id);

it('stops after one small read if that is enough', async () => {
  const store = storeOf(
    seconds.map((second) => at(second)),
    () => true,
  );
  const { rows, reached } = await readNewestFirst([whole()], config, store);
  expect(idsOf(rows)).toEqual(
    idsOf(
      seconds
        .slice(-20)
        .reverse()
        .map((second) => at(second)),
    ),
  );
  expect(reached).toBe(ulidBound(START + 1980 * 1000));
  expect(store.reads).toHaveLength(1);
});

it('reads several time ranges in parallel and returns all submissions in order', async () => {
  const wanted = (row: Submission) => idsOf([at(3), at(777), at(1500)]).includes(row.submission_id);
  const store = storeOf(
    seconds.map((second) => at(second)),
    wanted,
  );
  const { rows, reached } = await readNewestFirst([whole()], config, store);
  expect(idsOf(rows)).toEqual(idsOf([at(1500), at(777), at(3)]));
  expect(reached).toBeUndefined();
});

it('skips no submissions when time runs out, so that the pages together are complete', async () => {
  const all = seconds.map((second) => at(second));
  const wanted = (row: Submission) => all.indexOf(row) % 97 === 0;
  const found: string[] = [];
  let pages = 0;
  for (let to: string | undefined = NEWEST_ULID; to !== undefined; pages += 1) {
    const store = storeOf(all, wanted, 130);
    const { rows, reached } = await readNewestFirst([{ ...whole(), to }], { ...config, enough: 50 }, store);
    found.push(...idsOf(rows));
    expect(store.reads.length * 130).toBeLessThanOrEqual(1000 + 4 * 130);
    if (reached !== undefined) expect(reached < to).toBe(true);
    to = reached;
  }
  expect(found).toEqual(idsOf(all.filter(wanted).reverse()));
  expect(pages).toBeGreaterThan(2);
});

it('makes progress on every page, even if each read exceeds the time limit', async () => {
  const forms = [
    ...seconds.slice(0, 50).map((second) => at(second)),
    ...seconds.slice(0, 50).map((second) => at(second + 0.5, OTHER)),
  ];
  const store = storeOf(forms, () => false, 5000);
  const { reached } = await readNewestFirst([whole(), whole(OTHER)], { ...config, parallelReads: 1 }, store);
  expect(reached !== undefined && reached < NEWEST_ULID).toBe(true);
});

it("merges several forms and returns only submissions newer than any that haven't been fetched yet", async () => {
  const busy = seconds.slice(1000, 1200).map((second) => at(second));
  const quiet = [at(10.5, OTHER), at(1150.5, OTHER)];
  const store = storeOf([...busy, ...quiet], () => true);
  const list = { ...config, firstRead: 5, largestRead: 1000, split: false, enough: 60 };
  const { rows } = await readNewestFirst([whole(), whole(OTHER)], list, store);
  const expected = [...busy, ...quiet].toSorted((a, b) =>
    ulidOf(a.submission_id) < ulidOf(b.submission_id) ? 1 : -1,
  );
  expect(idsOf(rows)).toEqual(idsOf(expected.slice(0, rows.length)));
  expect(rows.length).toBeGreaterThanOrEqual(60);
});

it('returns partial results if the store refuses a read, and fails if there are none', async () => {
  const all = seconds.map((second) => at(second));
  const store = storeOf(all, (row) => row === all[1990]);
  let reads = 0;
  const refusing = (after: number) => ({
    ...store,
    read: (stretch: TimeRange, limit: number) =>
      (reads += 1) > after ? Promise.reject(new Error('busy')) : store.read(stretch, limit),
  });
  const { rows, reached } = await readNewestFirst([whole()], config, refusing(1));
  expect(idsOf(rows)).toEqual(idsOf([at(1990)]));
  expect(reached).toBe(ulidBound(START + 1980 * 1000));
  await expect(readNewestFirst([whole()], config, refusing(0))).rejects.toThrow('busy');
});
