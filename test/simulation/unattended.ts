/**
 * Runs a large number of seeds unattended, with one process per core. A run that was stopped or died resumes
 * from its progress file. A failing seed is recorded and doesn't stop the run.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { PlayedSeeds } from './play-seeds.ts';
import { PlainProcess, PlayerDied } from './processes/plain-process.ts';

/**
 * Number of seeds that a process runs before it reports its results. After a kill, each process repeats up to
 * this many seeds.
 */
const SLICE = 200;
const REPORT_EVERY_MS = 60_000;
/**
 * Maximum number of processes that may die in a row without completing a seed. If more die, the cause can't
 * be a single seed.
 */
const MAX_DEATHS = 5;

const progress = z.object({
  /** All seeds up to and including this one have been run. */
  played: z.int(),
  requests: z.int(),
  calls: z.int(),
  /** Total duration of all runs, in seconds. */
  seconds: z.number(),
  broken: z.array(z.object({ seed: z.int(), violations: z.array(z.string()) })),
});
type Progress = z.infer<typeof progress>;

interface Search {
  readonly to: number;
  readonly file: string;
  readonly processes: number;
  readonly print: (text: string) => void;
  /** Script for each process. Defaults to `play-seeds.ts`. */
  readonly player?: string;
}

/** A range of seeds. Both ends are inclusive. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/**
 * Runs all seeds. If a process dies, it is replaced, and its slice is repeated seed by seed. If the process
 * dies again, the seed that it was running counts as failed.
 * @returns true if no seed failed in this run or in previous ones
 * @throws PlayerDied if processes keep dying regardless of the seed
 */
export async function searchOn(search: Search): Promise<boolean> {
  const {
    to,
    file,
    processes,
    print,
    player: playerFile = join(import.meta.dirname, 'play-seeds.ts'),
  } = search;
  let state = readProgress(file);
  const before = state;
  const started = performance.now();
  const secondsNow = (): number => before.seconds + (performance.now() - started) / 1000;
  if (state.played > 0) print(`Resuming after seed ${state.played}, as recorded in ${file}.`);
  let lastReport = started;
  let next = state.played + 1;
  /** Results that can't be saved until earlier seeds have finished, keyed by their first seed. */
  const waiting = new Map<number, PlayedSeeds>();

  const finished = (slice: PlayedSeeds): void => {
    waiting.set(slice.from, slice);
    for (let ready = waiting.get(state.played + 1); ready; ready = waiting.get(state.played + 1)) {
      waiting.delete(ready.from);
      for (const { seed, violations } of ready.broken) print(`Seed ${seed}:\n  ${violations.join('\n  ')}`);
      state = {
        played: ready.to,
        requests: state.requests + ready.requests,
        calls: state.calls + ready.calls,
        seconds: secondsNow(),
        broken: [...state.broken, ...ready.broken],
      };
      writeProgress(file, state);
    }
    if (performance.now() - lastReport < REPORT_EVERY_MS) return;
    lastReport = performance.now();
    const rate = (state.played - before.played) / (secondsNow() - before.seconds);
    const left = ((to - state.played) / rate / 60).toFixed(0);
    print(
      `${state.played} seeds, ${rate.toFixed(0)} per second, ${state.broken.length} failed, ${left} min left`,
    );
  };

  /** Slices during which a process died. They are repeated seed by seed. */
  const again: Slice[] = [];
  let deaths = 0;
  const nextSlice = (): Slice | undefined => {
    const from = next;
    if (again.length > 0 || from > to) return again.shift();
    next = from + SLICE;
    return { from, to: Math.min(to, from + SLICE - 1) };
  };
  const died = (slice: Slice, reason: PlayerDied): void => {
    deaths += 1;
    const { from, to: last } = slice;
    if (deaths >= MAX_DEATHS) {
      throw new PlayerDied(
        `${deaths} processes died in a row; the one that ran seeds ${from} to ${last} ${reason.message}`,
      );
    }
    if (from === last) {
      const broken = [{ seed: from, violations: [`the process that ran it ${reason.message}`] }];
      finished({ ...slice, requests: 0, calls: 0, broken });
      return;
    }
    print(
      `The process that ran seeds ${from} to ${last} ${reason.message}\nRunning them again, one at a time.`,
    );
    for (let seed = from; seed <= last; seed += 1) again.push({ from: seed, to: seed });
  };

  const work = async (): Promise<void> => {
    let player: PlainProcess | undefined;
    try {
      for (let slice = nextSlice(); slice; slice = nextSlice()) {
        player ??= new PlainProcess(playerFile);
        try {
          finished(await player.ask<PlayedSeeds>(slice));
          deaths = 0;
        } catch (error) {
          if (!(error instanceof PlayerDied)) throw error;
          player = undefined;
          died(slice, error);
        }
      }
    } finally {
      player?.end();
    }
  };
  await Promise.all(Array.from({ length: processes }, work));

  const { played, requests, calls, seconds, broken } = state;
  print(
    `${played} seeds, ${broken.length} failed: ${requests} requests, ${calls} calls, ${seconds.toFixed(0)} s in total`,
  );
  for (const { seed } of broken) print(`To see the log of a failed seed: npm run simulate -- --seed ${seed}`);
  return broken.length === 0;
}

function readProgress(file: string): Progress {
  if (!existsSync(file)) return { played: 0, requests: 0, calls: 0, seconds: 0, broken: [] };
  return progress.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Writes the file atomically, so that after a kill, the file has either the old or the new content. */
function writeProgress(file: string, state: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
