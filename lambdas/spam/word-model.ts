/**
 * The word model of a form: how many of the posts marked as spam by its owner, and how many of the released
 * ones, contain each word. It is naive Bayes over hashed words, so it contains numbers but no text, has a
 * fixed maximum size (32 KiB before compression), and can unlearn a post by subtracting it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Payload } from '../core/payload.ts';
import type { SpamReason } from './spam-score.ts';
import { readValues } from './post-text.ts';
import { wordsOf } from './words.ts';

export type Label = 'spam' | 'good';

/** The word counts for each label. */
export interface WordModel {
  /** Number of posts learned for each label. */
  readonly marks: Readonly<Record<Label, number>>;
  /**
   * For each bucket of words, the number of posts that contain it: first all spam counts, then all good
   * counts.
   */
  readonly counts: Uint16Array;
}

const BUCKETS = 8192;
/** If there are fewer marks of either kind, the model is not used. */
const FEWEST_MARKS = 50;
const MAX_MARKS = 0xffff;
/** Maximum number of words of a post that are learned and judged. Further words mostly repeat them. */
const MAX_WORDS = 300;
/**
 * Only the most significant words decide, so that a long post isn't judged with more certainty than a short
 * one.
 */
const TELLING_WORDS = 20;
const MAX_POINTS = 45;
const SHOWN_WORDS = 4;

export const noWordModel = (): WordModel => ({
  marks: { spam: 0, good: 0 },
  counts: new Uint16Array(2 * BUCKETS),
});

/** One post to learn (1) or unlearn (-1). */
export interface Lesson {
  readonly label: Label;
  readonly times: 1 | -1;
  readonly buckets: readonly number[];
}

/** Returns the buckets of a post's words, each once. The same post always yields the same buckets. */
export const bucketsOf = (payload: Payload): number[] => [...new Set(distinctWords(payload).map(bucketOf))];

/** Returns the model after some lessons, in any order. Counts are limited to the range 0 to 65,535. */
export function trainModel(model: WordModel, lessons: readonly Lesson[]): WordModel {
  const counts = model.counts.slice();
  const marks = { ...model.marks };
  for (const { label, times, buckets } of lessons) {
    marks[label] = withinRange(marks[label] + times);
    const start = label === 'spam' ? 0 : BUCKETS;
    for (const bucket of buckets) counts[start + bucket] = withinRange((counts[start + bucket] ?? 0) + times);
  }
  return { marks, counts };
}

const withinRange = (count: number): number => Math.min(MAX_MARKS, Math.max(0, count));

/**
 * Compresses the counts for storage. They are mostly zeros, so this reduces them to a fraction of their size.
 */
export const packedCounts = ({ counts }: WordModel): Uint8Array =>
  deflateRawSync(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength));

/** @throws when the bytes are not those of `packedCounts` */
export function unpackedCounts(packed: Uint8Array): Uint16Array {
  const bytes = inflateRawSync(packed, { maxOutputLength: 4 * BUCKETS });
  // A copy has the alignment that 16-bit numbers need.
  return new Uint16Array(Uint8Array.from(bytes).buffer, 0, 2 * BUCKETS);
}

/** Whether the model has learned enough to be used. */
export const isModelReady = ({ spam, good }: WordModel['marks']): boolean =>
  spam >= FEWEST_MARKS && good >= FEWEST_MARKS;

/**
 * Returns the model's reasons for a post: its most significant words, with at most 45 points in total; none
 * while the model is not ready.
 */
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
    detail: `This word is more frequent in posts that were marked as spam: "${word}".`,
  }));
}

/**
 * A word that occurs in very few marked posts is ignored. A single word makes spam at most twenty times as
 * likely.
 */
const FEWEST_POSTS = 2;
const MAX_WEIGHT = Math.log(20);
const SMOOTHING = 0.5;

/**
 * Returns the number of words per label in all its posts. If posts are longer, each word occurs in more of
 * them.
 */
function totalsOf({ counts }: WordModel): Record<Label, number> {
  const sum = (start: number): number => {
    let all = 0;
    for (let bucket = start; bucket < start + BUCKETS; bucket += 1) all += counts[bucket] ?? 0;
    return all;
  };
  return { spam: sum(0), good: sum(BUCKETS) };
}

/**
 * Returns the logarithm of how much more frequent the bucket is among the words of spam than among those of
 * good posts; negative if less frequent.
 */
function weightOf(bucket: number, { marks, counts }: WordModel, totals: Record<Label, number>): number {
  const spam = counts[bucket] ?? 0;
  const good = counts[BUCKETS + bucket] ?? 0;
  if (spam + good < FEWEST_POSTS) return 0;
  // Adds half a post with the word, so that a word that was never seen is not impossible.
  const part = (count: number, of: Label): number =>
    (count + SMOOTHING) / (totals[of] * (1 + (2 * SMOOTHING) / marks[of]) + 1);
  return Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.log(part(spam, 'spam') / part(good, 'good'))));
}

/**
 * Points start where spam is 150 times as likely and reach the maximum where it is 160,000 times as likely.
 */
const FIRST_SURE = 5;
const SUREST = 12;

function pointsOf(evidence: number): number {
  const sureness = (evidence - FIRST_SURE) / (SUREST - FIRST_SURE);
  return Math.round(MAX_POINTS * Math.min(1, Math.max(0, sureness)));
}

/**
 * Distributes whole points to the words by weight. They add up to the total, and words without points are
 * omitted.
 */
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

/** Short words mean little, and numbers alone differ each time. */
function distinctWords(payload: Payload): string[] {
  const words = new Set<string>();
  for (const [, value] of readValues(payload)) {
    for (const word of wordsOf(value)) {
      if (words.size === MAX_WORDS) return [...words];
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
