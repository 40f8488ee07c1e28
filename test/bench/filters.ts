/** Compares a million random filter results with a second evaluator, and measures the filters' speed. */
import { acceptedPattern } from '../../lambdas/forms/fields/pattern-engine.ts';
import type { Payload } from '../../lambdas/core/payload.ts';
import type { Filter } from '../../lambdas/forms/filters/filter.ts';
import { judge } from '../../lambdas/forms/filters/judge.ts';
import { pairsOf, secondVerdict } from '../forms/filters/second-evaluator.ts';

const NO_VALUES = { form_id: 'frm_bench', language: null, page: null, spam_score: 0, files: 0 };
const PAIRS = 1_000_000;

export function benchFilters(): Promise<void> {
  printLargest();
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

/** Prints the time for 20 conditions on 100 fields totaling 256 KiB and 2 MiB. */
function printLargest(): void {
  const kinds: [string, object][] = [
    ['contains', { op: 'contains', value: 'zzz' }],
    ['matches', { op: 'matches', value: '(a|b)*c.{1,20}d$' }],
  ];
  for (const [kind, condition] of kinds)
    for (const factor of [1, 8]) {
      const values = Array.from({ length: 100 }, () => 'äb '.repeat((factor * 256 * 1024) / 400));
      const payload: Payload = new Map(values.map((value, index) => [`f${index}`, value]));
      const conditions = Array.from({ length: 20 }, (_, index) => ({ field: `f${index * 5}`, ...condition }));
      const filter = { any: conditions } as Filter;
      const submission = { ...NO_VALUES, payload };
      // The first call compiles the patterns and warms up the code.
      judge(filter, submission, acceptedPattern);
      const started = performance.now();
      judge(filter, submission, acceptedPattern);
      console.log(
        `20 conditions (${kind}), 100 fields, ${factor * 256} KiB: ${(performance.now() - started).toFixed(1)} ms`,
      );
    }
}
