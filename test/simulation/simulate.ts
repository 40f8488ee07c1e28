/** `npm run simulate -- --seeds N [--seed S] [--without R]`: plays seeds and tells of the first that breaks something. */
import { parseArgs } from 'node:util';
import { violations } from './invariants.ts';
import { remedies, type Remedy } from './remedies.ts';
import { play } from './scenario.ts';

const { values } = parseArgs({
  options: {
    /** How many seeds. */
    seeds: { type: 'string', default: '2000' },
    /** Only this one, with its story. */
    seed: { type: 'string' },
    /** Take this remedy away. */
    without: { type: 'string' },
    from: { type: 'string', default: '1' },
  },
});
const without = values.without as Remedy | undefined;
if (without !== undefined && !Object.hasOwn(remedies, without)) {
  throw new Error(`There is no remedy ${without}; there are ${Object.keys(remedies).join(', ')}`);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

if (values.seed !== undefined) {
  const played = await play(Number(values.seed), without);
  for (const line of played.world.journal.lines) say(line);
  const found = violations(played);
  say(found.length === 0 ? `Seed ${values.seed}: everything holds.` : found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const first = Number(values.from);
  const last = first + Number(values.seeds) - 1;
  let posts = 0;
  let calls = 0;
  let failed: number | undefined;
  const started = performance.now();
  for (let seed = first; seed <= last && failed === undefined; seed += 1) {
    const played = await play(seed, without);
    posts += played.world.journal.posts.length;
    calls += played.world.journal.calls;
    const found = violations(played);
    if (found.length === 0) continue;
    failed = seed;
    say(`Seed ${seed}:\n  ${found.join('\n  ')}`);
    say(`Its story: npm run simulate -- --seed ${seed}${without ? ` --without ${without}` : ''}`);
  }
  if (failed === undefined) {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`${values.seeds} seeds hold: ${posts} requests, ${calls} calls, ${seconds} s`);
  }
  process.exitCode = failed === undefined ? 0 : 1;
}
