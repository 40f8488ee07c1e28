/**
 * `npm run simulate -- --seeds N` runs seeds until one violates an invariant, prints that seed, and exits
 * with 1. `npm run simulate -- --to N` runs all seeds up to N on every core and saves its progress, so that
 * it can resume after a restart.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { availableParallelism } from 'node:os';
import { violations } from './invariants.ts';
import { remedies, type Remedy } from './remedies.ts';
import { play } from './scenario.ts';
import { PlayerDied } from './seed-runner.ts';
import { searchOn } from './unattended.ts';

interface Options {
  readonly seeds: number;
  readonly from: number;
  readonly to?: number;
  readonly progress: string;
  readonly processes: number;
  readonly seed?: number;
  readonly without?: Remedy;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of 1 or more.');
  return Number(text);
}

/** Runs one seed and prints all of its events. */
async function printLog(seed: number, without?: Remedy): Promise<boolean> {
  const played = await play(seed, without);
  for (const line of played.world.journal.lines) print(line);
  const found = violations(played);
  print(found.length === 0 ? `Seed ${seed}: no violations.` : found.join('\n'));
  return found.length === 0;
}

/** Runs seeds until one fails. */
async function search({ seeds, from, without }: Options): Promise<boolean> {
  let posts = 0;
  let calls = 0;
  const started = performance.now();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const played = await play(seed, without);
    posts += played.world.journal.posts.length;
    calls += played.world.journal.calls;
    const found = violations(played);
    if (found.length === 0) continue;
    print(`Seed ${seed}:\n  ${found.join('\n  ')}`);
    print(`To see its log: npm run simulate -- --seed ${seed}${without ? ` --without ${without}` : ''}`);
    return false;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${seeds} seeds without violations: ${posts} requests, ${calls} calls, ${seconds} s`);
  return true;
}

const options = new Command('npm run simulate --')
  .description('Simulates deliveries from the stream to the endpoint, with random failures of every call')
  .option('--seeds <count>', 'number of seeds to run', positive, 2000)
  .option('--from <seed>', 'first seed', positive, 1)
  .addOption(
    new Option('--to <seed>', 'run all seeds up to this one on every core; run the command again to resume')
      .argParser(positive)
      .conflicts(['seeds', 'from', 'seed', 'without']),
  )
  .option('--progress <file>', 'with --to: file that stores the progress', '.simulation.json')
  .option('--processes <count>', 'with --to: number of processes', positive, availableParallelism())
  .option('--seed <seed>', 'run only this seed, and print its log', positive)
  .addOption(new Option('--without <remedy>', 'turn off this mechanism').choices(Object.keys(remedies)))
  .allowExcessArguments(false)
  .parse()
  .opts<Options>();

/** Runs seeds on every core. If the worker processes keep dying, prints the error. */
async function searchUnattended(to: number, { progress, processes }: Options): Promise<boolean> {
  try {
    return await searchOn({ to, file: progress, processes, print });
  } catch (error) {
    if (!(error instanceof PlayerDied)) throw error;
    print(error.message);
    return false;
  }
}

const holds = await (options.to !== undefined
  ? searchUnattended(options.to, options)
  : options.seed === undefined
    ? search(options)
    : printLog(options.seed, options.without));
process.exitCode = holds ? 0 : 1;
