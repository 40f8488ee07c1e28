/** Runs slices of seeds that `unattended.ts` sends to this separate process. */
import * as z from 'zod';
import { violations } from './invariants.ts';
import { play } from './scenario.ts';

const slice = z.object({ from: z.int(), to: z.int() });

/** Results of running a slice of seeds. */
export interface PlayedSeeds {
  readonly from: number;
  readonly to: number;
  readonly requests: number;
  readonly calls: number;
  readonly broken: { readonly seed: number; readonly violations: string[] }[];
}

async function playSlice({ from, to }: z.infer<typeof slice>): Promise<PlayedSeeds> {
  const broken: PlayedSeeds['broken'] = [];
  let requests = 0;
  let calls = 0;
  for (let seed = from; seed <= to; seed += 1) {
    const played = await play(seed);
    requests += played.world.journal.posts.length;
    calls += played.world.journal.calls;
    const found = violations(played);
    if (found.length > 0) broken.push({ seed, violations: found });
  }
  return { from, to, requests, calls, broken };
}

// Exits when the parent process is gone, because there is nothing left to receive the results.
process.once('disconnect', () => process.exit());
process.on('message', (message) => {
  void playSlice(slice.parse(message)).then((played) => process.send?.(played));
});
