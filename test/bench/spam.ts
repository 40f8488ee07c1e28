/**
 * Measures how much spam the score detects, how many legitimate submissions it would classify as spam, and
 * how much time it takes.
 */
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { DEFAULT_SPAM_SETTINGS } from '../../lambdas/spam/spam-settings.ts';
import { REPEATED_TEXT_POINTS, type IsDisposable } from '../../lambdas/spam/soft-signs.ts';
import { softScore, softSigns } from '../../lambdas/spam/score-post.ts';
import { seenText } from '../../lambdas/spam/repeated-text.ts';
import {
  trainModel,
  bucketsOf,
  noWordModel,
  packedCounts,
  unpackedCounts,
  type WordModel,
} from '../../lambdas/spam/word-model.ts';
import { loadOfMachine, spread } from './figures.ts';
import { goodPosts, mails, smsMessages, type LabelledPost } from './spam-corpora.ts';

const { threshold } = DEFAULT_SPAM_SETTINGS;
const MARKS = [50, 100, 200];
const ROUNDS = 5;
const NO_REPORT = { elapsedMs: undefined, webdriver: false };

export async function benchSpam(): Promise<void> {
  const before = performance.now();
  const { isDisposableDomain } = await import('../../lambdas/spam/disposable-domains.ts');
  const importMs = performance.now() - before;
  const corpora = { 'SMS Spam Collection': smsMessages(), 'SpamAssassin e-mails': mails() };
  const good = goodPosts();

  console.log(
    'Moved to spam at a threshold of',
    threshold,
    '(in brackets: if the text is posted for the third time)',
  );
  console.log('\nRules only, without a word model:');
  for (const [name, posts] of Object.entries(corpora)) printRates(name, posts, undefined, isDisposableDomain);
  printRates('200 legitimate posts in five languages', good, undefined, isDisposableDomain);

  for (const [name, posts] of Object.entries(corpora)) {
    console.log(
      `\nWith a word model, ${name}: trained on this number of marks per label, measured on the rest`,
    );
    for (const marks of MARKS) {
      const rounds = Array.from({ length: ROUNDS }, (_, round) => {
        const [spam, ham] = [posts.filter(isSpam), posts.filter(isGood)].map((all) => shuffled(all, round));
        const model = modelOf([...(spam ?? []).slice(0, marks), ...(ham ?? []).slice(0, marks)]);
        const rest = [...(spam ?? []).slice(marks), ...(ham ?? []).slice(marks)];
        return ratesOf(rest, model, isDisposableDomain);
      });
      console.log(`${marks} marks: ${inWords(meanOf(rounds))}`);
    }
  }

  console.log(
    '\nLegitimate posts in five languages, with a model trained on spam from each corpus and on half of the',
  );
  console.log('legitimate posts, measured on the other half:');
  for (const [name, posts] of Object.entries(corpora)) {
    for (const marks of [50, 100]) {
      const rounds = Array.from({ length: ROUNDS }, (_, round) => {
        const ham = shuffled(good, round);
        const spam = shuffled(posts.filter(isSpam), round).slice(0, marks);
        return ratesOf(ham.slice(marks), modelOf([...spam, ...ham.slice(0, marks)]), isDisposableDomain);
      });
      console.log(`${name}, ${marks} marks: ${inWords(meanOf(rounds))}`);
    }
  }
  printCosts(importMs, corpora['SpamAssassin e-mails'], good, isDisposableDomain);
}

const isSpam = (post: LabelledPost): boolean => post.isSpam;
const isGood = (post: LabelledPost): boolean => !post.isSpam;

function modelOf(posts: readonly LabelledPost[]): WordModel {
  const lessons = posts.map(({ isSpam: spam, payload }) => ({
    label: spam ? ('spam' as const) : ('good' as const),
    times: 1 as const,
    buckets: bucketsOf(payload),
  }));
  return trainModel(noWordModel(), lessons);
}

interface Rates {
  /**
   * Percentage of spam that reaches the spam threshold. `recallRepeated` is the percentage for text that has
   * been sent before. `wrong` and `wrongRepeated` are the corresponding percentages for legitimate
   * submissions.
   */
  readonly recall: number;
  readonly recallRepeated: number;
  readonly wrong: number;
  readonly wrongRepeated: number;
  /**
   * Percentage of spam that gets at least half of the word model's maximum points. `wronglySuspected` is the
   * same for legitimate submissions.
   */
  readonly suspected: number;
  readonly wronglySuspected: number;
}

function ratesOf(
  posts: readonly LabelledPost[],
  model: WordModel | undefined,
  isDisposable: IsDisposable,
): Rates {
  const scores = posts.map(({ payload, isSpam: spam }) => {
    const signs = softSigns({ payload, script: NO_REPORT, model }, DEFAULT_SPAM_SETTINGS, isDisposable);
    const words = signs.reasons.reduce((sum, { code, points }) => sum + (code === 'word' ? points : 0), 0);
    return { spam, words, score: softScore(signs, false).score };
  });
  const share = (spam: boolean, counts: (of: (typeof scores)[number]) => boolean): number => {
    const all = scores.filter((each) => each.spam === spam);
    return (100 * all.filter(counts).length) / all.length;
  };
  return {
    recall: share(true, ({ score }) => score >= threshold),
    recallRepeated: share(true, ({ score }) => score + REPEATED_TEXT_POINTS >= threshold),
    wrong: share(false, ({ score }) => score >= threshold),
    wrongRepeated: share(false, ({ score }) => score + REPEATED_TEXT_POINTS >= threshold),
    suspected: share(true, ({ words }) => words >= 23),
    wronglySuspected: share(false, ({ words }) => words >= 23),
  };
}

function meanOf(rounds: readonly Rates[]): Rates {
  const mean = (name: keyof Rates): number =>
    rounds.reduce((sum, each) => sum + each[name], 0) / rounds.length;
  return {
    recall: mean('recall'),
    recallRepeated: mean('recallRepeated'),
    wrong: mean('wrong'),
    wrongRepeated: mean('wrongRepeated'),
    suspected: mean('suspected'),
    wronglySuspected: mean('wronglySuspected'),
  };
}

function inWords(rates: Rates): string {
  const percent = (value: number): string => (Number.isNaN(value) ? '–' : `${value.toFixed(2)} %`);
  const { recall, recallRepeated, wrong, wrongRepeated, suspected, wronglySuspected } = rates;
  return (
    `recall ${percent(recall)} (${percent(recallRepeated)}), false positives ${percent(wrong)} (${percent(wrongRepeated)}); ` +
    `half points from the model ${percent(suspected)}, false positives ${percent(wronglySuspected)}`
  );
}

function printRates(
  name: string,
  posts: readonly LabelledPost[],
  model: WordModel | undefined,
  isDisposable: IsDisposable,
): void {
  const spam = posts.filter(isSpam).length;
  const rates = inWords(ratesOf(posts, model, isDisposable));
  console.log(`${name} (${spam} spam, ${posts.length - spam} good): ${rates}`);
}

function printCosts(
  importMs: number,
  training: readonly LabelledPost[],
  good: readonly LabelledPost[],
  isDisposable: IsDisposable,
): void {
  const spam = training.filter(isSpam).slice(0, 200);
  const model = modelOf([...spam, ...training.filter(isGood).slice(0, 200)]);
  const packed = packedCounts(model);
  const settings = {
    ...DEFAULT_SPAM_SETTINGS,
    allowed: Array.from({ length: 100 }, (_, index) => `customer${index}.example`),
  };
  const scoreOnce = ({ payload }: LabelledPost): number => {
    const start = process.threadCpuUsage();
    const read = { marks: model.marks, counts: unpackedCounts(packed) };
    softScore(softSigns({ payload, script: NO_REPORT, model: read }, settings, isDisposable), false);
    seenText({ form_id: 'frm_1', address_salt: 'salt' }, payload, 0);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  const long = {
    isSpam: false,
    payload: payloadOfPairs([['message', 'several words of a long text, '.repeat(8000)]]),
  };
  for (let warming = 0; warming < 10; warming += 1) for (const post of good) scoreOnce(post);
  const timesOf = (posts: readonly LabelledPost[]): number[] => posts.map(scoreOnce);

  console.log(`\nModel size: ${packed.byteLength} bytes after 200 e-mails of each kind`);
  console.log(`Loading the list of disposable domains once: ${importMs.toFixed(1)} ms`);
  console.log(
    `CPU time for scoring, including unpacking the model, with 100 allowed domains: ${loadOfMachine()}`,
  );
  console.log(`legitimate posts: ${spread(timesOf(good))}`);
  console.log(`e-mails: ${spread(timesOf(spam))}`);
  console.log(`a 240 KB post: ${spread(timesOf(Array.from({ length: 200 }, () => long)))}`);
}

/** Shuffles a list. The same round always results in the same order. */
function shuffled<T>(all: readonly T[], round: number): T[] {
  let state = round + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((each) => ({ each, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
