/** Tests the seed runner with fake worker processes, some of which die. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchOn } from './unattended.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seeds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs the seeds up to `to` in worker processes with the given code, which must define `play({ from, to })`
 * to run a slice.
 */
async function search(to: number, play: string) {
  const player = join(folder, 'player.mjs');
  const file = join(folder, 'progress.json');
  const printed: string[] = [];
  await writeFile(
    player,
    `process.on('message', ({ from, to }) => {
      (${play})({ from, to });
      process.send({ from, to, requests: to - from + 1, calls: 0, broken: [] });
    });
    process.once('disconnect', () => process.exit());`,
  );
  const print = (text: string): void => void printed.push(text);
  const holds = await searchOn({ to, file, processes: 2, print, player });
  return { holds, printed, progress: JSON.parse(await readFile(file, 'utf8')) as unknown };
}

it('records which seeds ran', async () => {
  const { holds, progress } = await search(450, '() => undefined');
  expect(holds).toBe(true);
  expect(progress).toMatchObject({ played: 450, requests: 450, broken: [] });
});

it('finds the seed that kills a process, reports the cause, and runs all the other seeds', async () => {
  const { holds, printed, progress } = await search(
    450,
    "({ from, to }) => { if (from <= 207 && 207 <= to) throw new RangeError('no room left'); }",
  );
  expect(holds).toBe(false);
  expect(progress).toMatchObject({ played: 450, requests: 449, broken: [{ seed: 207 }] });
  expect(printed[0]).toMatch(/^The process that ran seeds 201 to 400 ended with 1: [^]*no room left/);
  expect(printed[1]).toMatch(/^Seed 207:\n {2}the process that ran it ended with 1: [^]*no room left/);
});

it('reruns the seed at which a process was killed', async () => {
  const { holds, printed, progress } = await search(
    450,
    "({ from, to }) => { if (from === 201 && to === 400) process.kill(process.pid, 'SIGKILL'); }",
  );
  expect(holds).toBe(true);
  expect(progress).toMatchObject({ played: 450, requests: 450, broken: [] });
  expect(printed[0]).toMatch(/^The process that ran seeds 201 to 400 ended with SIGKILL\n/);
});

it('stops if one process after another dies', async () => {
  await expect(search(450, '() => process.exit(3)')).rejects.toThrow(
    /^5 processes died in a row; the one that ran seeds \d+ to \d+ ended with 3/,
  );
});
