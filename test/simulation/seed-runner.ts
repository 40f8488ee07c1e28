/** Runs simulation seeds in a separate process. If the process dies, reports its error output. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PlayedSeeds } from './play-seeds.ts';

/**
 * Node.js flags for worlds that create many short-lived objects and never read error stacks. Garbage
 * collection is not parallel, because each core runs its own process.
 */
const FAST = ['--max-semi-space-size=16', '--no-parallel-scavenge', '--stack-trace-limit=0'];
/** Maximum number of characters kept from the process's standard error. */
const KEPT_CHARACTERS = 2000;

/** Thrown when the process ends before it has run the requested seeds. */
export class PlayerDied extends Error {
  override readonly name = 'PlayerDied' as const;
}

/** Runs slices of seeds one after another in a separate process. */
export class SeedRunner {
  readonly #process: ChildProcess;
  readonly #died: Promise<PlayerDied>;

  /** @param file script that the process runs, such as `play-seeds.ts` */
  constructor(file: string) {
    const player = fork(file, {
      execArgv: [...process.execArgv, ...FAST],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let errorOutput = '';
    player.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-KEPT_CHARACTERS);
    });
    // The `close` event is emitted when the process has ended and all of its output has been read.
    this.#died = once(player, 'close').then(
      ([code, signal]: unknown[]) =>
        new PlayerDied(`ended with ${String(signal ?? code)}${errorOutput && `: ${errorOutput.trim()}`}`),
    );
    this.#process = player;
  }

  /**
   * Runs a slice of seeds.
   * @throws PlayerDied if the process ends before it has run the slice
   */
  async play(slice: { readonly from: number; readonly to: number }): Promise<PlayedSeeds> {
    const played = new Promise<PlayedSeeds>((resolve) => this.#process.once('message', resolve));
    // Ignore errors here, because the `close` event reports a dead process.
    this.#process.send(slice, () => undefined);
    const result = await Promise.race([played, this.#died]);
    if (result instanceof PlayerDied) throw result;
    return result;
  }

  /** Kills the process, even during a run. */
  end(): void {
    this.#process.kill();
  }
}
