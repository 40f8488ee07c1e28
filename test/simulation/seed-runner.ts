/** Runs seeds in a separate process, and reports its error output if it died. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PlayedSeeds } from './play-seeds.ts';

/**
 * Worlds create many short-lived objects, and errors whose stack nobody reads; every core has its own
 * process.
 */
const FAST = ['--max-semi-space-size=16', '--no-parallel-scavenge', '--stack-trace-limit=0'];
/** Number of characters kept of its standard error. */
const KEPT_CHARACTERS = 2000;

/** The process ended before it had run the requested seeds. */
export class PlayerDied extends Error {
  override readonly name = 'PlayerDied' as const;
}

/** The process, which runs one slice of seeds after another. */
export class SeedRunner {
  readonly #process: ChildProcess;
  readonly #died: Promise<PlayerDied>;

  /** @param file script that the process runs, for example `play-seeds.ts` */
  constructor(file: string) {
    const player = fork(file, {
      execArgv: [...process.execArgv, ...FAST],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let errorOutput = '';
    player.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-KEPT_CHARACTERS);
    });
    // `close` comes only after all of its output was read.
    this.#died = once(player, 'close').then(
      ([code, signal]: unknown[]) =>
        new PlayerDied(`ended with ${String(signal ?? code)}${errorOutput && `: ${errorOutput.trim()}`}`),
    );
    this.#process = player;
  }

  /** @throws PlayerDied if the process ends before it has run the slice */
  async play(slice: { readonly from: number; readonly to: number }): Promise<PlayedSeeds> {
    const played = new Promise<PlayedSeeds>((resolve) => this.#process.once('message', resolve));
    // A dead process is detected by its `close` event.
    this.#process.send(slice, () => undefined);
    const result = await Promise.race([played, this.#died]);
    if (result instanceof PlayerDied) throw result;
    return result;
  }

  /** Ends the process, even during a run. */
  end(): void {
    this.#process.kill();
  }
}
