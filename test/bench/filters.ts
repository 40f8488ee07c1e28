/** Compares a million random verdicts of filters with a second evaluator, and measures how fast they are. */
import { acceptedPattern } from '../../lambdas/forms/fields/pattern-engine.ts';
import { judge } from '../../lambdas/forms/filters/judge.ts';
import { pairsOf, secondVerdict } from '../forms/filters/second-evaluator.ts';

const PAIRS = 1_000_000;

export function benchFilters(): Promise<void> {
  const next = pairsOf(Date.now() % 2 ** 31);
  let passed = 0;
  let judging = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const { filter, submission } = next();
    const started = performance.now();
    const { matches } = judge(filter, submission, acceptedPattern);
    judging += performance.now() - started;
    if (matches) passed += 1;
    if (matches !== secondVerdict(filter, submission))
      throw new Error(`${JSON.stringify(filter)} on ${JSON.stringify([...submission.payload])}`);
  }
  console.log(`${PAIRS} pairs: the evaluators agree, ${passed} submissions pass`);
  console.log(`${((judging / PAIRS) * 1000).toFixed(1)} µs for a verdict, with one to three conditions`);
  return Promise.resolve();
}
