/**
 * The word model of a form: in how many posts that its owner marked as spam, and in how many that they released, a word
 * was. It is naive Bayes over hashed words, so it holds numbers and no text, is as large as it ever gets (32 KiB before
 * compression), and what was learnt is taken back by subtracting it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Payload } from '../core/payload.ts';
import type { SpamReason } from './spam-score.ts';
import { readValues } from './post-text.ts';
import { wordsOf } from './words.ts';

export type Label = 'spam' | 'good';

/** What the model keeps of each label. */
export interface WordModel {
  /** Posts that were learnt from. */
  readonly marks: Readonly<Record<Label, number>>;
  /** For each bucket of words, in how many of them it was: first all of spam, then all of good ones. */
  readonly counts: Uint16Array;
}

const BUCKETS = 8192;
/** Fewer marks of either kind say nothing. */
const FEWEST_MARKS = 50;
const MOST_MARKS = 0xffff;
/** Words of a post that are learnt and judged: more would be mostly the same ones. */
const MOST_WORDS = 300;
/** The words that say most decide; a long post is not surer than a short one. */
const TELLING_WORDS = 20;
const MOST_POINTS = 45;
const SHOWN_WORDS = 4;

export const noWordModel = (): WordModel => ({
  marks: { spam: 0, good: 0 },
  counts: new Uint16Array(2 * BUCKETS),
});

/** One post that is learnt (1) or taken back (-1). */
export interface Lesson {
  readonly label: Label;
  readonly times: 1 | -1;
  readonly buckets: readonly number[];
}

/** The buckets of a post's words, each once; the same post always has the same. */
export const bucketsOf = (payload: Payload): number[] => [...new Set(distinctWords(payload).map(bucketOf))];

/**
 * The model after some lessons; the order does not matter. Numbers stop at 65,535 marks, and never fall below nothing.
 */
export function afterLessons(model: WordModel, lessons: readonly Lesson[]): WordModel {
  const counts = model.counts.slice();
  const marks = { ...model.marks };
  for (const { label, times, buckets } of lessons) {
    marks[label] = withinRange(marks[label] + times);
    const start = label === 'spam' ? 0 : BUCKETS;
    for (const bucket of buckets) counts[start + bucket] = withinRange((counts[start + bucket] ?? 0) + times);
  }
  return { marks, counts };
}

const withinRange = (count: number): number => Math.min(MOST_MARKS, Math.max(0, count));

/** The counts as they are stored: mostly zeros, so a fraction of their size. */
export const packedCounts = ({ counts }: WordModel): Uint8Array =>
  deflateRawSync(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength));

/** @throws when the bytes are not those of `packedCounts` */
export function unpackedCounts(packed: Uint8Array): Uint16Array {
  const bytes = inflateRawSync(packed, { maxOutputLength: 4 * BUCKETS });
  // A copy begins where 16-bit numbers may begin.
  return new Uint16Array(Uint8Array.from(bytes).buffer, 0, 2 * BUCKETS);
}

/** Whether it has learnt enough to say anything. */
export const isModelReady = ({ spam, good }: WordModel['marks']): boolean =>
  spam >= FEWEST_MARKS && good >= FEWEST_MARKS;

/** What the model says of a post: its strongest words, whose points add up to 45 at most; none while it is not ready. */
export function wordReasons(payload: Payload, model: WordModel | undefined): SpamReason[] {
  if (!model || !isModelReady(model.marks)) return [];
  const totals = totalsOf(model);
  const words = distinctWords(payload).map((word) => ({
    word,
    weight: weightOf(bucketOf(word), model, totals),
  }));
  const telling = words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, TELLING_WORDS);
  const points = pointsOf(telling.reduce((sum, { weight }) => sum + weight, 0));
  const strongest = telling.filter(({ weight }) => weight > 0).slice(0, SHOWN_WORDS);
  return sharedOut(points, strongest).map(([word, share]) => ({
    code: 'word',
    points: share,
    detail: `Posts that were marked as spam hold this word more often: "${word}".`,
  }));
}

/** A word that is in hardly any of the marked posts says nothing; one says at most that spam is twenty times as likely. */
const FEWEST_POSTS = 2;
const MOST_WEIGHT = Math.log(20);
const SMOOTHING = 0.5;

/** The words of each label in all its posts together: where posts are longer, each word is in more of them. */
function totalsOf({ counts }: WordModel): Record<Label, number> {
  const sum = (start: number): number => {
    let all = 0;
    for (let bucket = start; bucket < start + BUCKETS; bucket += 1) all += counts[bucket] ?? 0;
    return all;
  };
  return { spam: sum(0), good: sum(BUCKETS) };
}

/** How much larger the bucket's part in the words of spam is than in those of good posts, as a logarithm; negative when smaller. */
function weightOf(bucket: number, { marks, counts }: WordModel, totals: Record<Label, number>): number {
  const spam = counts[bucket] ?? 0;
  const good = counts[BUCKETS + bucket] ?? 0;
  if (spam + good < FEWEST_POSTS) return 0;
  // One more post that has the word by half, so that what was never seen is not impossible.
  const part = (count: number, of: Label): number =>
    (count + SMOOTHING) / (totals[of] * (1 + (2 * SMOOTHING) / marks[of]) + 1);
  return Math.max(-MOST_WEIGHT, Math.min(MOST_WEIGHT, Math.log(part(spam, 'spam') / part(good, 'good'))));
}

/** From nothing where spam is 150 times as likely to all points where it is 160,000 times as likely. */
const FIRST_SURE = 5;
const SUREST = 12;

function pointsOf(evidence: number): number {
  const sureness = (evidence - FIRST_SURE) / (SUREST - FIRST_SURE);
  return Math.round(MOST_POINTS * Math.min(1, Math.max(0, sureness)));
}

/** Whole points for each word by its weight, which add up to all; words without any are left out. */
function sharedOut(
  points: number,
  words: readonly { word: string; weight: number }[],
): (readonly [word: string, share: number])[] {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  let given = 0;
  let weights = 0;
  return words
    .map(({ word, weight }) => {
      weights += weight;
      const share = Math.round((points * weights) / all) - given;
      given += share;
      return [word, share] as const;
    })
    .filter(([, share]) => share > 0);
}

/** Short words say little, and numbers alone are different each time. */
function distinctWords(payload: Payload): string[] {
  const words = new Set<string>();
  for (const [, value] of readValues(payload)) {
    for (const word of wordsOf(value)) {
      if (words.size === MOST_WORDS) return [...words];
      if (word.length >= 3 && !/^\p{N}+$/u.test(word)) words.add(word);
    }
  }
  return [...words];
}

/** FNV-1a over the characters of the word. */
function bucketOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) {
    hash ^= word.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
