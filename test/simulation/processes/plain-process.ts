/** Runs simulations in a separate process. If the process dies, reports its error output. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Node.js flags for worlds that create many short-lived objects and never read error stacks. Garbage
 * collection is not parallel, because each core runs its own process.
 */
const FAST = ['--max-semi-space-size=16', '--no-parallel-scavenge', '--stack-trace-limit=0'];
/** Maximum number of characters kept from the process's standard error. */
const KEPT_CHARACTERS = 2000;

/** Thrown when the process ends before it has answered. */
export class PlayerDied extends Error {
  override readonly name = 'PlayerDied' as const;
}

/** Answers messages one after another in a separate process. */
export class PlainProcess {
  readonly #process: ChildProcess;
  readonly #died: Promise<PlayerDied>;

  /**
   * @param file script that the process runs, such as `play-seeds.ts`
   * @param args the script's arguments
   */
  constructor(file: string, args: readonly string[] = []) {
    const player = fork(file, args, {
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
   * Sends a message and waits for the answer.
   * @throws PlayerDied if the process ends before it has answered
   */
  async ask<Answer>(message: object): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => this.#process.once('message', resolve));
    // Ignore errors here, because the `close` event reports a dead process.
    this.#process.send(message, () => undefined);
    const result = await Promise.race([answered, this.#died]);
    if (result instanceof PlayerDied) throw result;
    return result;
  }

  /** Kills the process, even during a run. */
  end(): void {
    this.#process.kill();
  }
}
