/**
 * Measures what the service's own challenge costs. For visitors: the time to solve a puzzle of each
 * difficulty in Chromium at a sixth of this machine's speed. On a busy machine, compare only the CPU time.
 * For bots and the service: the CPU time of 1,000 submissions.
 */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { join } from 'node:path';
import { newForm } from '../../lambdas/forms/form.ts';
import { checkedSolution, newPuzzle } from '../../lambdas/ingest/challenge/puzzle.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { difficulties, type Difficulty } from '../../lambdas/spam/challenge-settings.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { startBrowser } from '../support/browser/chromium.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { encoded, type Puzzle } from '../support/samples/solved-puzzle.ts';
import { loadOfMachine, percentile } from './figures.ts';
import { withOperations } from './with-operations.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { storedForm } from '../support/samples/stored-records.ts';

const SEARCH = join(import.meta.dirname, '../../packages/forms/src/puzzle-search.ts');
const SLOWDOWN = 6;
const SOLVED_IN_BROWSER = { low: 40, normal: 40, high: 10 };
const POSTS = 1000;
const WHOLE_POSTS = 60;
const WARM_UP = 10;

const formWith = (difficulty: Difficulty) =>
  newForm(
    'acc_bench',
    { name: 'Bench', challenge: { enabled: true, provider: 'proof-of-work', difficulty } },
    Date.now(),
    systemRandom,
  );

export async function benchChallenge(): Promise<void> {
  await printCosts();
  await printSolving();
  await withOperations(printWholePosts);
  console.log(loadOfMachine());
}

/**
 * Solves puzzles on the page's own thread, because Chromium slows down only this thread. On a slow phone, a
 * worker is as slow as the page.
 */
async function printSolving(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [SEARCH],
    bundle: true,
    format: 'iife',
    globalName: 'solver',
    minify: true,
    write: false,
  });
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Bench</title><script>${outputFiles[0]?.text ?? ''}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    /** Returns the CPU time that the page's thread has used, in milliseconds. */
    const threadMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN) * 1000;
    };
    for (const difficulty of difficulties) {
      const form = formWith(difficulty);
      const times: number[] = [];
      const cpuTimes: number[] = [];
      for (let solved = 0; solved < SOLVED_IN_BROWSER[difficulty]; solved += 1) {
        const { salt, challenge, maxnumber } = newPuzzle(form, Date.now(), systemRandom);
        const before = await threadMs();
        times.push(
          await page.evaluate<number>(
            `(() => { const start = performance.now();
              solver.search(${JSON.stringify(salt)}, ${JSON.stringify(challenge)}, 0, ${maxnumber + 1});
              return performance.now() - start; })()`,
          ),
        );
        cpuTimes.push((await threadMs()) - before);
      }
      const shown = (values: number[]): string =>
        `p50 ${Math.round(percentile(values, 0.5))} ms, p95 ${Math.round(percentile(values, 0.95))} ms`;
      console.log(
        `Solving in Chromium, ${SLOWDOWN} times slower, ${difficulty}: ${shown(times)}; CPU time ${shown(cpuTimes)}`,
      );
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** Compares the CPU time of bots, which solve with native code, with the service's CPU time for the same challenges. */
async function printCosts(): Promise<void> {
  for (const difficulty of difficulties) {
    const form = formWith(difficulty);
    const now = Date.now();
    const puzzles: Puzzle[] = [];
    const solutions: string[] = [];
    const creating = await cpuMsOf(() => {
      for (let post = 0; post < POSTS; post += 1) puzzles.push(newPuzzle(form, now, systemRandom));
    });
    // Solving all puzzles takes too long, so only some are measured and the result is scaled up.
    const part = POSTS / 20;
    const solving = await cpuMsOf(() => {
      for (const puzzle of puzzles.slice(0, part))
        solutions.push(encoded({ ...puzzle, number: found(puzzle) }));
    });
    const checking = await cpuMsOf(() => {
      for (let post = 0; post < POSTS; post += 1) checkedSolution(form, solutions[post % part], now);
    });
    const bots = (solving * POSTS) / part;
    const ours = creating + checking;
    console.log(
      `${POSTS} posts, ${difficulty}: bots ${(bots / 1000).toFixed(1)} s of CPU, we ${ours.toFixed(1)} ms ` +
        `(${creating.toFixed(1)} creating, ${checking.toFixed(1)} checking): ${Math.round(bots / ours)} times as much`,
    );
  }
}

/** Finds the number with OpenSSL, which uses the processor's hash instructions. */
function found({ salt, challenge, maxnumber }: Puzzle): number {
  for (let number = 0; number <= maxnumber; number += 1)
    if (hash('sha256', `${salt}${number}`, 'hex') === challenge) return number;
  throw new Error('the puzzle has no solution');
}

/**
 * Compares the bots' CPU time with that of whole requests: fetching the puzzle and storing the submission.
 * Excludes DynamoDB's CPU time.
 */
async function printWholePosts({ stores, call }: TestOperations): Promise<void> {
  const { accountId: account } = await newAccount(stores, { plan: 'team' });
  const challenge = { enabled: true, provider: 'proof-of-work', difficulty: 'normal' } as const;
  const { slug } = await storedForm(stores, { account, rate_limit: 100_000, challenge });
  let ours = 0;
  let bots = 0;
  for (let post = 0; post < WHOLE_POSTS + WARM_UP; post += 1) {
    let puzzle: Puzzle | undefined;
    let altcha = '';
    const asking = await cpuMsOf(async () => {
      puzzle = (await call('getChallenge', { path: { slug } })).body as Puzzle;
    });
    const solving = await cpuMsOf(() => {
      if (puzzle) altcha = encoded({ ...puzzle, number: found(puzzle) });
    });
    const posting = await cpuMsOf(async () => {
      const { status } = await call('submitForm', { path: { slug }, body: { name: 'Bot', altcha } });
      if (status !== 201) throw new Error(`The post got ${status}`);
    });
    if (post < WARM_UP) continue;
    ours += asking + posting;
    bots += solving;
  }
  console.log(
    `Whole requests, normal, for each post: bots ${(bots / WHOLE_POSTS).toFixed(1)} ms of CPU, ` +
      `we ${(ours / WHOLE_POSTS).toFixed(1)} ms: ${Math.round(bots / ours)} times as much`,
  );
}
