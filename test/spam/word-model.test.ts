import * as fc from 'fast-check';
import { payloadOfPairs, type Payload } from '../../lambdas/core/payload.ts';
import {
  trainModel,
  bucketsOf,
  noWordModel,
  packedCounts,
  unpackedCounts,
  wordReasons,
  type Label,
  type Lesson,
} from '../../lambdas/spam/word-model.ts';
import { trainingExamplesOf, ownerLabel } from '../../lambdas/submissions/owner-mark.ts';

const post = (text: string): Payload => payloadOfPairs([['message', text]]);
const lesson = (label: Label, text: string, times: 1 | -1 = 1): Lesson => ({
  label,
  times,
  buckets: bucketsOf(post(text)),
});
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const SPAM = 'cheap replica sunglasses wholesale discount';
const GOOD = 'please send me a quote for the repair of my bicycle';
const taught = (spam: number, good: number) =>
  trainModel(noWordModel(), [
    ...times(spam, () => lesson('spam', SPAM)),
    ...times(good, () => lesson('good', GOOD)),
  ]);
const pointsOf = (text: string, model: Parameters<typeof wordReasons>[1]) =>
  wordReasons(post(text), model).reduce((sum, { points }) => sum + points, 0);

describe('the word model', () => {
  it.each([
    [49, 50, 0],
    [50, 49, 0],
    [50, 50, 45],
    [200, 60, 45],
  ])('after %i spam and %i good submissions, gives spam %i points', (spam, good, points) => {
    expect(pointsOf(SPAM, taught(spam, good))).toBe(points);
  });

  it('adds nothing for good or unknown words, or for a single word', () => {
    const model = taught(50, 50);
    expect(pointsOf(GOOD, model)).toBe(0);
    expect(pointsOf('entirely different things were written here', model)).toBe(0);
    expect(pointsOf('my sunglasses broke', model)).toBe(0);
  });

  it('weighs spam words against good words', () => {
    expect(pointsOf(`${SPAM} ${GOOD}`, taught(50, 50))).toBe(0);
  });

  it('lists the four strongest words and adds up their points', () => {
    const reasons = wordReasons(post(SPAM), taught(50, 50));
    expect(reasons.map(({ detail }) => detail)).toEqual(
      ['cheap', 'replica', 'sunglasses', 'wholesale'].map(
        (word) => `This word is more frequent in submissions that were marked as spam: "${word}".`,
      ),
    );
    expect(reasons.map(({ code }) => code)).toEqual(['word', 'word', 'word', 'word']);
    expect(reasons.map(({ points }) => points)).toEqual([11, 12, 11, 11]);
  });

  it('adds at most 45 points for at most four words of the submission, whatever the training data', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'omega', 'kappa'];
    const text = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(' '));
    const labelled = fc.record({ label: fc.constantFrom<Label>('spam', 'good'), text });
    fc.assert(
      fc.property(fc.array(labelled, { maxLength: 60 }), text, (lessons, judged) => {
        const model = trainModel(
          taught(50, 50),
          lessons.map(({ label, text: of }) => lesson(label, of)),
        );
        const reasons = wordReasons(post(judged), model);
        const sum = reasons.reduce((all, { points }) => all + points, 0);
        expect(sum).toBeLessThanOrEqual(45);
        expect(reasons.length).toBeLessThanOrEqual(4);
        for (const { detail, points } of reasons) {
          expect(points).toBeGreaterThan(0);
          expect(judged).toContain(/"(.+)"/.exec(detail)?.[1]);
        }
      }),
    );
  });
});

it('unlearns exactly what it has learned, in any order', () => {
  const text = fc
    .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { maxLength: 8 })
    .map((all) => all.join(' '));
  const labelled = fc.record({ label: fc.constantFrom<Label>('spam', 'good'), text });
  fc.assert(
    fc.property(fc.array(labelled, { maxLength: 20 }), (lessons) => {
      const learnt = lessons.map(({ label, text: of }) => lesson(label, of));
      const back = lessons.map(({ label, text: of }) => lesson(label, of, -1)).toReversed();
      const model = trainModel(trainModel(taught(3, 2), learnt), back);
      expect(model).toEqual(taught(3, 2));
    }),
  );
});

describe('in storage', () => {
  it('is restored unchanged', () => {
    const model = taught(50, 50);
    expect(unpackedCounts(packedCounts(model))).toEqual(model.counts);
  });

  it('takes up at most 40 KB including all other attributes, even when fully trained', () => {
    const model = noWordModel();
    let seed = 1;
    // Fills the model with incompressible numbers, to test its maximum size.
    for (let index = 0; index < model.counts.length; index += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      model.counts[index] = seed >>> 16;
    }
    expect(packedCounts(model).byteLength).toBeLessThan(40_000 - 500);
  });

  it('is refused if it is too large', () => {
    const larger = packedCounts({ ...noWordModel(), counts: new Uint16Array(100_000) });
    expect(() => unpackedCounts(larger)).toThrow();
  });
});

describe('learning from marks', () => {
  const payload = post(SPAM);
  const received = { status: 'received', payload } as const;
  const marked = { status: 'spam', counted: true, payload } as const;
  const unmarked = { status: 'received', counted: true, payload } as const;
  const filed = { status: 'spam', filed: true, payload } as const;
  const released = { status: 'received', filed: true, payload } as const;
  const markedAgain = { status: 'spam', filed: true, counted: true, payload } as const;

  it.each([
    ['a received submission without a mark', received, undefined],
    ['a submission that the owner marked as spam', marked, 'spam'],
    ['a submission that the owner marked and released', unmarked, 'good'],
    ['spam by score', filed, undefined],
    ['spam by score that the owner released', released, 'good'],
    ['a released submission that the owner marked again', markedAgain, 'spam'],
  ] as const)('learns correctly from %s', (_, submission, expected) => {
    expect(ownerLabel(submission)).toBe(expected);
  });

  const buckets = bucketsOf(payload);
  const spam = (of: 1 | -1) => ({ label: 'spam', times: of, buckets });
  const good = (of: 1 | -1) => ({ label: 'good', times: of, buckets });
  it.each([
    ['coming', undefined, received, []],
    ['being moved to spam', undefined, filed, []],
    ['being marked', received, marked, [spam(1)]],
    ['getting a note as spam', marked, marked, []],
    ['being unmarked', marked, unmarked, [spam(-1), good(1)]],
    ['being released', filed, released, [good(1)]],
    ['being marked after a release', released, markedAgain, [good(-1), spam(1)]],
    ['being deleted', marked, undefined, []],
  ] as const)('%s has the correct weight', (_, before, after, expected) => {
    expect(trainingExamplesOf(before, after)).toEqual(expected);
  });
});
