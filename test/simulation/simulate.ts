/**
 * `npm run simulate -- --seeds N` runs seeds until one violates an invariant, prints that seed, and exits
 * with code 1. `npm run simulate -- --to N` runs all seeds up to N on every core and saves its progress, so
 * that it can resume after a restart.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { availableParallelism } from 'node:os';
import { importViolations, playImports } from './data/imports/scenario.ts';
import { erasureViolations, playErasure } from './data/scenario.ts';
import { healingViolations } from './healing/invariants.ts';
import { healingRemedies, type HealingRemedy } from './healing/remedies.ts';
import { playHealing, playOutageOfADay } from './healing/scenario.ts';
import { violations } from './invariants.ts';
import { remedies, type Remedy } from './remedies.ts';
import { play, type Played } from './scenario.ts';
import { PlayerDied } from './processes/plain-process.ts';
import { subscriptionViolations } from './subscriptions/invariants.ts';
import { subscriptionRemedies, type SubscriptionRemedy } from './subscriptions/remedies.ts';
import { playSubscriptions } from './subscriptions/scenario.ts';
import { searchOn } from './unattended.ts';

interface Options {
  readonly seeds: number;
  readonly from: number;
  readonly to?: number;
  readonly progress: string;
  readonly processes: number;
  readonly seed?: number;
  readonly without?: Remedy | HealingRemedy | SubscriptionRemedy;
  readonly healing?: boolean;
  readonly erasures?: boolean;
  readonly imports?: boolean;
  readonly subscriptions?: boolean;
  readonly outage?: number;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of 1 or more.');
  return Number(text);
}

const isSubscriptionRemedy = (without: string): without is SubscriptionRemedy =>
  without in subscriptionRemedies;

/** Runs a seed. Returns the scenario that was run and its violations. */
async function playSeed(
  seed: number,
  { without, healing, subscriptions }: Options,
): Promise<{ played: Pick<Played, 'world'>; found: string[] }> {
  if (subscriptions === true) {
    const played = await playSubscriptions(
      seed,
      without !== undefined && isSubscriptionRemedy(without) ? without : undefined,
    );
    return { played, found: subscriptionViolations(played) };
  }
  const remedy = without !== undefined && isSubscriptionRemedy(without) ? undefined : without;
  if (healing === true) {
    const played = await playHealing(seed, remedy);
    return { played, found: healingViolations(played) };
  }
  const played = await play(seed, remedy);
  return { played, found: violations(played) };
}

/** Runs one seed and prints all of its events. */
async function printLog(seed: number, options: Options): Promise<boolean> {
  const { played, found } = await playSeed(seed, options);
  for (const line of played.world.journal.lines) print(line);
  print(found.length === 0 ? `Seed ${seed}: no violations.` : found.join('\n'));
  return found.length === 0;
}

/** Runs seeds until one fails. */
async function search(options: Options): Promise<boolean> {
  const { seeds, from, without, healing, subscriptions } = options;
  let posts = 0;
  let calls = 0;
  const started = performance.now();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { played, found } = await playSeed(seed, options);
    posts += played.world.requests;
    calls += played.world.journal.calls;
    if (found.length === 0) continue;
    print(`Seed ${seed}:\n  ${found.join('\n  ')}`);
    const world = subscriptions === true ? '--subscriptions ' : healing === true ? '--healing ' : '';
    print(
      `To see its log: npm run simulate -- ${world}--seed ${seed}${without ? ` --without ${without}` : ''}`,
    );
    return false;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${seeds} seeds without violations: ${posts} requests, ${calls} calls, ${seconds} s`);
  return true;
}

/** Runs seeds of data requests or imports until one fails, or only the given seed. */
async function searchData(
  what: 'data requests' | 'imports',
  { seeds, from, seed: only }: Options,
): Promise<boolean> {
  const [first, last] = only === undefined ? [from, from + seeds - 1] : [only, only];
  for (let seed = first; seed <= last; seed += 1) {
    const found =
      what === 'imports'
        ? importViolations(await playImports(seed))
        : erasureViolations(await playErasure(seed));
    if (found.length === 0) continue;
    print(`Seed ${seed}:\n  ${found.join('\n  ')}`);
    return false;
  }
  print(`${last - first + 1} seeds of ${what} without violations`);
  return true;
}

/** Simulates an outage of 24 hours and prints how long the recovery takes. */
async function printOutage(posts: number): Promise<boolean> {
  const played = await playOutageOfADay(posts);
  const found = healingViolations(played);
  const minutes = ((played.lastAt - played.firstAt) / 60_000).toFixed(1);
  print(
    `${posts} submissions during an outage of 24 hours: all arrived within ${minutes} min of the first success, ` +
      `at most ${played.mostInASecond} within a second. Another form's deliveries took at most ${played.longestWaitOfOthers} ms.`,
  );
  for (const each of found.slice(0, 10)) print(each);
  return found.length === 0;
}

const options = new Command('npm run simulate --')
  .description('Simulates deliveries from the stream to the endpoint, with random failures of every call')
  .option('--seeds <count>', 'number of seeds to run', positive, 2000)
  .option('--from <seed>', 'first seed', positive, 1)
  .addOption(
    new Option('--to <seed>', 'run all seeds up to this one on every core; run the command again to resume')
      .argParser(positive)
      .conflicts([
        'seeds',
        'from',
        'seed',
        'without',
        'healing',
        'erasures',
        'imports',
        'subscriptions',
        'outage',
      ]),
  )
  .option('--progress <file>', 'with --to: file that stores the progress', '.simulation.json')
  .option('--processes <count>', 'with --to: number of processes', positive, availableParallelism())
  .option('--seed <seed>', 'run only this seed, and print its log', positive)
  .addOption(
    new Option('--without <remedy>', 'turn off this mechanism').choices(
      Object.keys({ ...remedies, ...healingRemedies, ...subscriptionRemedies }),
    ),
  )
  .option('--healing', 'simulate outages of minutes to days, and recoveries')
  .addOption(
    new Option('--erasures', 'simulate data requests that erase a person').conflicts([
      'without',
      'healing',
      'outage',
    ]),
  )
  .addOption(
    new Option(
      '--imports',
      'simulate imports, with forms that are deleted and a person who is erased',
    ).conflicts(['without', 'healing', 'erasures', 'outage']),
  )
  .addOption(
    new Option(
      '--subscriptions',
      "simulate agents' subscriptions, and people who take away their access",
    ).conflicts(['healing', 'erasures', 'imports', 'outage']),
  )
  .option('--outage <count>', 'only measure the recovery of this many submissions after 24 hours', positive)
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

const holds = await (options.outage !== undefined
  ? printOutage(options.outage)
  : options.to !== undefined
    ? searchUnattended(options.to, options)
    : options.erasures === true
      ? searchData('data requests', options)
      : options.imports === true
        ? searchData('imports', options)
        : options.seed === undefined
          ? search(options)
          : printLog(options.seed, options));
process.exitCode = holds ? 0 : 1;
