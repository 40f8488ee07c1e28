/**
 * Plays very many seeds without anybody: on several cores, each in a process of its own, with a file that says how far it
 * is. A run that is stopped or dies goes on where the file says; a seed that breaks something is noted and ends nothing.
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { PlayedSeeds } from './play-seeds.ts';

/** Seeds that a process plays before it tells what it found; so many are played again after a kill, for each process. */
const SLICE = 200;
const REPORT_EVERY_MS = 60_000;
/** Slices that one process plays: it keeps some of the memory of each world, and has four gigabytes after 16,000. */
const MOST_SLICES = 20;
/** Worlds make many short-lived objects, and errors whose stack nobody reads. */
const FAST = ['--max-semi-space-size=64', '--stack-trace-limit=0'];

const progress = z.object({
  /** All seeds up to this one were played. */
  played: z.int(),
  requests: z.int(),
  calls: z.int(),
  /** Of all runs together. */
  seconds: z.number(),
  broken: z.array(z.object({ seed: z.int(), violations: z.array(z.string()) })),
});
type Progress = z.infer<typeof progress>;

interface Search {
  readonly to: number;
  readonly file: string;
  readonly processes: number;
  readonly print: (text: string) => void;
}

/** @returns whether no seed broke anything, those of earlier runs included */
export async function searchOn({ to, file, processes, print }: Search): Promise<boolean> {
  let state = readProgress(file);
  const before = state;
  const started = performance.now();
  const secondsNow = (): number => before.seconds + (performance.now() - started) / 1000;
  if (state.played > 0) print(`Goes on after seed ${state.played}, as ${file} says.`);
  let lastReport = started;
  let next = state.played + 1;
  /** What was played out of turn, by its first seed. */
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
      `${state.played} seeds, ${rate.toFixed(0)} a second, ${state.broken.length} broken, ${left} min left`,
    );
  };

  const work = async (): Promise<void> => {
    while (next <= to) await playSome();
  };

  /** Plays some slices in a process of its own. */
  const playSome = async (): Promise<void> => {
    const player = fork(join(import.meta.dirname, 'play-seeds.ts'), {
      execArgv: [...process.execArgv, ...FAST],
    });
    const ended = new Promise<never>((_, reject) => {
      player.once('exit', (code) => reject(new Error(`A process that plays seeds ended with ${code}`)));
    });
    ended.catch(() => undefined);
    for (let slices = 0; slices < MOST_SLICES && next <= to; slices += 1) {
      const from = next;
      next = from + SLICE;
      const result = new Promise<PlayedSeeds>((resolve) => player.once('message', resolve));
      player.send({ from, to: Math.min(to, from + SLICE - 1) });
      finished(await Promise.race([result, ended]));
    }
    player.kill();
  };
  await Promise.all(Array.from({ length: processes }, work));

  const { played, requests, calls, seconds, broken } = state;
  print(
    `${played} seeds: ${broken.length} broken; ${requests} requests, ${calls} calls, ${seconds.toFixed(0)} s in all`,
  );
  for (const { seed } of broken) print(`The story of one that broke: npm run simulate -- --seed ${seed}`);
  return broken.length === 0;
}

function readProgress(file: string): Progress {
  if (!existsSync(file)) return { played: 0, requests: 0, calls: 0, seconds: 0, broken: [] };
  return progress.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A kill leaves the old file or the new one, and no half of either. */
function writeProgress(file: string, state: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
