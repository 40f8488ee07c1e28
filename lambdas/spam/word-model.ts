/**
 * Implements a form's word model, a naive Bayes classifier over hashed words. For each word, it counts the
 * submissions with this word that the owner marked as spam or released. The model contains no text, takes at
 * most 32 KiB before compression, and can unlearn a submission by subtracting its counts.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Payload } from '../core/payload.ts';
import type { SpamReason } from './spam-score.ts';
import { readValues } from './post-text.ts';
import { wordsOf } from './words.ts';

export type Label = 'spam' | 'good';

export interface WordModel {
  /** Number of submissions that the model learned for each label (spam or good). */
  readonly marks: Readonly<Record<Label, number>>;
  /**
   * For each hash bucket, the number of submissions that contain a word in this bucket. The counts for spam
   * come before the counts for good submissions.
   */
  readonly counts: Uint16Array;
}

const BUCKETS = 8192;
/** Minimum number of learned submissions per label before the model is used. */
export const FEWEST_MARKS = 50;
const MAX_MARKS = 0xffff;
/**
 * Maximum number of words per submission to learn and score. Longer submissions mostly repeat their words.
 */
const MAX_WORDS = 300;
/**
 * Maximum number of words that count towards the score. Only the most significant words count. Otherwise, the
 * model would be overconfident about long submissions.
 */
const TELLING_WORDS = 20;
const MAX_POINTS = 45;
const SHOWN_WORDS = 4;

export const noWordModel = (): WordModel => ({
  marks: { spam: 0, good: 0 },
  counts: new Uint16Array(2 * BUCKETS),
});

/** A training example. `times` is 1 to learn the submission and -1 to unlearn it. */
export interface Lesson {
  readonly label: Label;
  readonly times: 1 | -1;
  readonly buckets: readonly number[];
}

/**
 * Returns the hash buckets of a submission's words, without duplicates. The same submission always yields the
 * same buckets.
 */
export const bucketsOf = (payload: Payload): number[] => [...new Set(distinctWords(payload).map(bucketOf))];

/**
 * Returns the model after it has learned from these training examples, in any order. Counts are limited to
 * the range 0 to 65,535.
 */
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

/** Compresses the counts for storage. Most counts are zero, so the result is much smaller. */
export const packedCounts = ({ counts }: WordModel): Uint8Array =>
  deflateRawSync(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength));

/**
 * Decompresses counts from `packedCounts`.
 * @throws if the bytes are malformed
 */
export function unpackedCounts(packed: Uint8Array): Uint16Array {
  const bytes = inflateRawSync(packed, { maxOutputLength: 4 * BUCKETS });
  // Copy the bytes, because 16-bit numbers require aligned memory.
  return new Uint16Array(Uint8Array.from(bytes).buffer, 0, 2 * BUCKETS);
}

/** Returns true if the model is sufficiently trained. */
export const isModelReady = ({ spam, good }: WordModel['marks']): boolean =>
  spam >= FEWEST_MARKS && good >= FEWEST_MARKS;

/**
 * Returns the model's reasons why a submission may be spam: its most significant words, with at most 45
 * points in total. Returns no reasons if the model isn't ready.
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
    detail: `This word is more frequent in submissions that were marked as spam: "${word}".`,
  }));
}

/** Minimum number of learned submissions that must contain a word before the word counts. */
const FEWEST_POSTS = 2;
/** Maximum weight of a word. A single word makes a submission at most twenty times as likely to be spam. */
const MAX_WEIGHT = Math.log(20);
const SMOOTHING = 0.5;

/**
 * Returns the total number of words for each label. The weights depend on this total, because a long
 * submission is more likely to contain any given word.
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
 * Returns the logarithm of how much more often the bucket occurs in spam than in good submissions. The result
 * is negative if the bucket occurs less often in spam.
 */
function weightOf(bucket: number, { marks, counts }: WordModel, totals: Record<Label, number>): number {
  const spam = counts[bucket] ?? 0;
  const good = counts[BUCKETS + bucket] ?? 0;
  if (spam + good < FEWEST_POSTS) return 0;
  // Add 0.5 to the number of submissions that contain the word, so that the probability of an unknown word
  // isn't zero.
  const part = (count: number, of: Label): number =>
    (count + SMOOTHING) / (totals[of] * (1 + (2 * SMOOTHING) / marks[of]) + 1);
  return Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, Math.log(part(spam, 'spam') / part(good, 'good'))));
}

/**
 * Limits as natural logarithms. A submission gets its first points if its words make spam 150 times as
 * likely, and the maximum if they make it 160,000 times as likely.
 */
const FIRST_SURE = 5;
const SUREST = 12;

function pointsOf(evidence: number): number {
  const sureness = (evidence - FIRST_SURE) / (SUREST - FIRST_SURE);
  return Math.round(MAX_POINTS * Math.min(1, Math.max(0, sureness)));
}

/**
 * Distributes whole points among the words by weight, so that they add up to the total. Words that get no
 * points are omitted.
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

/** Skips short words, which carry little meaning, and plain numbers, which differ each time. */
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

/** Hashes the word's characters with FNV-1a. */
function bucketOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) {
    hash ^= word.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
