/** Plays seeds in a process of its own, and reports what that wrote when it died. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PlayedSeeds } from './play-seeds.ts';

/** Worlds make many short-lived objects, and errors whose stack nobody reads; every core has a process of its own. */
const FAST = ['--max-semi-space-size=16', '--no-parallel-scavenge', '--stack-trace-limit=0'];
/** Of what it wrote to its standard error, so much is kept. */
const KEPT_CHARACTERS = 2000;

/** The process ended before it had played what it was asked for. */
export class PlayerDied extends Error {
  override readonly name = 'PlayerDied' as const;
}

/** The process, which plays one slice of seeds after another. */
export class SeedPlayer {
  readonly #process: ChildProcess;
  readonly #died: Promise<PlayerDied>;

  /** @param file what the process runs, as `play-seeds.ts` */
  constructor(file: string) {
    const player = fork(file, {
      execArgv: [...process.execArgv, ...FAST],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let errorOutput = '';
    player.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-KEPT_CHARACTERS);
    });
    // It is closed when its output was read to the end as well.
    this.#died = once(player, 'close').then(
      ([code, signal]: unknown[]) =>
        new PlayerDied(`ended with ${String(signal ?? code)}${errorOutput && `: ${errorOutput.trim()}`}`),
    );
    this.#process = player;
  }

  /** @throws PlayerDied */
  async play(slice: { readonly from: number; readonly to: number }): Promise<PlayedSeeds> {
    const played = new Promise<PlayedSeeds>((resolve) => this.#process.once('message', resolve));
    // A process that has died is noticed by its end.
    this.#process.send(slice, () => undefined);
    const result = await Promise.race([played, this.#died]);
    if (result instanceof PlayerDied) throw result;
    return result;
  }

  /** Ends the process, whatever it plays. */
  end(): void {
    this.#process.kill();
  }
}
