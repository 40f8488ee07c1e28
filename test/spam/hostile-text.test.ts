import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { blockedEntry, isAllowed } from '../../lambdas/spam/lists.ts';
import { isRandomName } from '../../lambdas/spam/random-name.ts';
import { seenText } from '../../lambdas/spam/repeated-text.ts';
import { contentSigns } from '../../lambdas/spam/soft-signs.ts';
import { bucketsOf } from '../../lambdas/spam/word-model.ts';
import { wordsOf } from '../../lambdas/spam/words.ts';
import { leastCpuMsOf } from '../support/cpu-time.ts';

/** Texts that make a backtracking regular expression scan the same characters repeatedly. */
const TEXTS = {
  'one letter': 'a',
  'capitals in turn': 'aB',
  at: 'a@',
  'at alone': '@',
  dots: 'a.',
  'dots alone': '.',
  links: 'http://',
  'half links': 'http:/',
  www: 'www.',
  'first words of phrases': 'seo ',
  'first words of the list': 'casino ',
  quotes: '"',
  'brackets and spaces': '<\n ',
  consonants: 'bcdfg',
  marks: 'a\u0301',
  'marks to be sorted': '\u0301\u0327',
  'marks between letters that become marks': '\uFF9E\u0301',
  'nothing to see': '\u200B',
  'one that becomes eighteen': '\uFDFA',
  'half of a pair': '\uD83D',
};

const BLOCKED = [
  'casino royale grande',
  'spam.example',
  'bob@spam.example',
  'one two three',
  'seo seo seo b',
];
const LENGTH = 32_000;

const rules = {
  words: (text: string) => wordsOf(text),
  'blocked entries': (text: string) => blockedEntry(payloadOfPairs([['x', text]]), BLOCKED),
  'allowed entries': (text: string) => isAllowed(payloadOfPairs([['x', text]]), ['good.example']),
  'signs of content': (text: string) => contentSigns(payloadOfPairs([['name', text]]), () => false),
  'repeated text': (text: string) =>
    seenText({ form_id: 'frm_1', address_salt: 's' }, payloadOfPairs([['x', text]]), 0),
  'random names': isRandomName,
  buckets: (text: string) => bucketsOf(payloadOfPairs([['x', text]])),
};

/**
 * Returns true if the time grows much faster than linearly when the input is eight times as long. Quadratic
 * growth would make it 64 times as long, and differences of a few milliseconds are noise.
 */
const isSlow = ({ once, eightTimes }: { once: number; eightTimes: number }): boolean =>
  eightTimes > Math.max(25, 24 * once);

it.each(Object.keys(rules) as (keyof typeof rules)[])('takes linear time for %s', async (name) => {
  const rule = rules[name];
  const slow: unknown[] = [];
  for (const [kind, piece] of Object.entries(TEXTS)) {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length));
    const long = text.repeat(8);
    const measure = async (runs?: number) => ({
      once: await leastCpuMsOf(() => rule(text), runs),
      eightTimes: await leastCpuMsOf(() => rule(long), runs),
    });
    // A busy machine can disturb a few of the thirty runs, but not all of them.
    let times = await measure();
    if (isSlow(times)) times = await measure(30);
    if (isSlow(times)) slow.push({ kind, ...times });
  }
  expect(slow).toEqual([]);
});
