/**
 * Compares searches with an index to a plain scan of all submissions. Posts, deletions and imports run at
 * random while the index is being built, and any call can fail.
 */
import { submissionIdOf, ulidBound, ulidOf, OLDEST_ULID, NEWEST_ULID } from '../../../lambdas/core/ids.ts';
import { buildIndex, type BuildIndexDeps } from '../../../lambdas/submissions/search-index/build-index.ts';
import { forgetSubmissions } from '../../../lambdas/submissions/search-index/forget-submissions.ts';
import { decodePart, encodePart, ulidsInPart } from '../../../lambdas/submissions/search-index/part.ts';
import {
  coversAny,
  SEARCH_INDEX,
  type IndexPart,
  type SearchIndex,
} from '../../../lambdas/submissions/search-index/search-index.ts';
import { indexedRanges } from '../../../lambdas/submissions/search/indexed-ranges.ts';
import { readNewestFirst } from '../../../lambdas/submissions/search/newest-first.ts';
import { containsWords } from '../../../lambdas/submissions/search/search-words.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import { Random } from '../../simulation/random.ts';

const FORM = 'frm_0000000001';
const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;
const MESSAGE = { form_id: FORM, kind: SEARCH_INDEX } as const;
const LETTERS = 'abcdeé';
const CONFIG = {
  enough: 5,
  firstRead: 5,
  largestRead: 20,
  parallelReads: 2,
  parallelParts: 3,
  mostReads: 1000,
  time: 1e9,
  split: true,
};

/** A form whose submissions, index and objects are in memory. */
function world(seed: number) {
  const random = new Random(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  const word = () => Array.from({ length: 1 + below(4) }, () => LETTERS[below(LETTERS.length)]).join('');
  const text = () => Array.from({ length: 1 + below(3) }, word).join(' ');
  const rows = new Map<string, Submission>();
  const objects = new Map<string, Uint8Array>();
  let index: SearchIndex | undefined;
  let now = START;
  let names = 0;
  let isCalm = false;

  const store = (at: number): string => {
    const ulid = ulidBound(at).slice(0, 16) + String((names += 1)).padStart(10, '0');
    const payload = new Map(Array.from({ length: 1 + below(2) }, (_, field) => [`f${field}`, text()]));
    const row: Submission = {
      form_id: FORM,
      submission_id: submissionIdOf(FORM, ulid),
      account_id: 'acc_1',
      received_at: '',
      status: 'received',
      payload,
      attachments: [],
      changes: [],
      ...(below(20) === 0 && { expires_at: Math.floor(now / SECOND) + below(200_000) }),
    };
    rows.set(ulid, row);
    return row.submission_id;
  };
  const sorted = () => [...rows.values()].toSorted((a, b) => (a.submission_id < b.submission_id ? 1 : -1));
  const within = ({ from, to }: { from: string; to: string }) =>
    sorted().filter(({ submission_id }) => from <= ulidOf(submission_id) && ulidOf(submission_id) < to);

  /** Runs other changes before a call, and lets a few calls fail. */
  const call = async <Result>(run: () => Result): Promise<Result> => {
    if (!isCalm && below(12) === 0) await change(0);
    if (!isCalm && below(60) === 0) throw new Error('lost');
    const result = run();
    if (!isCalm && below(60) === 0) throw new Error('lost');
    return result;
  };
  const clone = <Value>(value: Value): Value => structuredClone(value);
  const deps: BuildIndexDeps = {
    now: () => now,
    sizes: { indexedFrom: 20, segmentRows: 8, partBytes: 1500 },
    index: {
      find: () => call(() => clone(index)),
      create: () =>
        call(() => {
          index ??= {
            ...MESSAGE,
            table: 't',
            version: 0,
            parts: [],
            postponed: [],
            busy_until: 0,
            changed: [],
            touched_at: '',
          };
        }),
      replace: (before, after) =>
        call(() => {
          if (index?.version !== before.version) return undefined;
          index = clone({ ...after, version: before.version + 1 });
          return clone(index);
        }),
    },
    parts: {
      put: (_, segments) =>
        call(() => {
          const { bytes, head } = encodePart(segments);
          const key = `k${(names += 1)}`;
          objects.set(key, bytes);
          return { from: segments[0]!.from, to: segments.at(-1)!.to, key, head, size: bytes.length };
        }),
      get: ({ key }) => call(() => objects.get(key) && decodePart(objects.get(key)!)),
      remove: (keys) => call(() => keys.forEach((key) => objects.delete(key))),
      list: () => call(() => [...objects.keys()]),
    },
    rows: {
      hasAtLeast: (_, count) => call(() => rows.size >= count),
      oldest: (_, range, limit) =>
        call(() => {
          const all = within(range).toReversed();
          const read = all.slice(0, limit).map((row) => ({
            ulid: ulidOf(row.submission_id),
            fields: row.payload,
            expires_at: row.expires_at,
          }));
          return { rows: read, isEnd: all.length <= limit };
        }),
    },
  };

  /** Forgets the submissions. Like a queue, repeats failed calls. */
  const forget = async (ids: readonly string[]): Promise<void> => {
    for (;;) {
      try {
        await forgetSubmissions(FORM, ids, deps);
        return;
      } catch {
        // The next attempt continues.
      }
    }
  };
  const change = async (pace = 100): Promise<void> => {
    const wasCalm = isCalm;
    isCalm = true;
    const kind = below(3);
    const all = [...rows.keys()];
    if (kind === 0 || all.length < 10)
      for (let count = below(20); count > 0; count -= 1) store((now += below(pace) * SECOND));
    else if (kind === 1) {
      const ulids = Array.from({ length: 1 + below(3) }, () => all[below(all.length)]!);
      for (const ulid of ulids) rows.delete(ulid);
      isCalm = false;
      await forget(ulids.map((ulid) => submissionIdOf(FORM, ulid)));
    } else {
      const ids = Array.from({ length: 1 + below(3) }, () => store(START + below(now - START)));
      isCalm = false;
      await forget(ids);
    }
    isCalm = wasCalm;
  };

  const search = async (words: readonly string[]) => {
    const matches = (row: Submission) => containsWords(row.payload, words);
    let indexed = 0;
    const read = (range: { from: string; to: string }, limit: number) => {
      const all = within(range);
      const page = all.slice(0, limit);
      const next = page.length < all.length ? ulidOf(page.at(-1)!.submission_id) : undefined;
      return Promise.resolve({ rows: page.filter(matches), scanned: page.length, next });
    };
    const found: string[] = [];
    for (let to: string | undefined = NEWEST_ULID; to !== undefined;) {
      const page = await readNewestFirst([{ formId: FORM, partition: FORM, from: OLDEST_ULID, to }], CONFIG, {
        ...indexedRanges(
          { q: words.join(' ') },
          {
            index: {
              partsOf: () => Promise.resolve(new Map([[FORM, index?.parts ?? []]])),
              ulidsWith: async (part: IndexPart, searched) => {
                indexed += 1;
                const bytes = objects.get(part.key);
                return (
                  bytes &&
                  (await ulidsInPart(part, searched, (start, end) =>
                    Promise.resolve(bytes.subarray(start, end)),
                  ))
                );
              },
            },
            findAll: (_, ulids) =>
              Promise.resolve(ulids.flatMap((ulid) => rows.get(ulid) ?? []).filter(matches)),
            read,
          },
        ),
        oldest: () => Promise.resolve([...rows.keys()].toSorted()[0]),
        now: () => now,
      });
      found.push(...page.rows.map(({ submission_id }) => submission_id));
      to = page.reached;
    }
    return { found, indexed };
  };

  return {
    below,
    word,
    change,
    search,
    scan: (words: readonly string[]) =>
      sorted()
        .filter((row) => containsWords(row.payload, words))
        .map(({ submission_id }) => submission_id),
    async build() {
      let message = await buildIndex(MESSAGE, deps, () => below(6) === 0).catch(() => undefined);
      for (let batches = 0; message && batches < 20; batches += 1) {
        now += (message.delaySeconds + 1) * SECOND;
        message = await buildIndex(MESSAGE, deps, () => below(6) === 0).catch(() => undefined);
      }
      now += 120 * SECOND;
    },
    /** Builds the index without failures. Returns the submissions that it and the objects contain. */
    async complete() {
      isCalm = true;
      now += 3600 * SECOND;
      while (await buildIndex(MESSAGE, deps, () => false));
      isCalm = false;
      return [...objects.values()].flatMap((bytes) => decodePart(bytes)).length;
    },
    state: () => ({ index, objects, rows }),
  };
}

/** 200 worlds make 100,000 searches, which takes about five minutes. */
const SEEDS = Number(process.env['SEARCH_WORLDS'] ?? 2);
const QUERIES = 500;

it('finds the same submissions as a plain scan, whatever changes while the index is built', async () => {
  let indexed = 0;
  let built = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const it = world(seed);
    for (let round = 0; round < 10; round += 1) {
      for (let changes = 0; changes < 8; changes += 1) await it.change();
      await it.build();
      for (let query = 0; query < QUERIES / 10; query += 1) {
        const words = Array.from({ length: 1 + it.below(2) }, () => it.word().replaceAll('é', 'e'));
        const result = await it.search(words);
        expect({ seed, words, found: result.found }).toEqual({ seed, words, found: it.scan(words) });
        indexed += result.indexed;
      }
    }
    await it.complete();
    const { index, objects, rows } = it.state();
    // Only the parts of the index are stored, and they contain no deleted submission.
    expect([...objects.keys()].toSorted()).toEqual(index!.parts.map(({ key }) => key).toSorted());
    built += index!.parts.length;
    const known = await Promise.all(
      index!.parts.map((part) =>
        ulidsInPart(part, [''], (start, end) => Promise.resolve(objects.get(part.key)!.subarray(start, end))),
      ),
    );
    for (const ulid of known.flat()) expect(rows.has(ulid)).toBe(true);
    expect(index!.parts.every((part, at) => at === 0 || index!.parts[at - 1]!.to <= part.from)).toBe(true);
    expect(coversAny({ from: OLDEST_ULID, to: NEWEST_ULID }, known.flat())).toBe(true);
  }
  expect(indexed).toBeGreaterThan(SEEDS * QUERIES);
  expect(built).toBeGreaterThan(SEEDS);
});
