/** Gives memory back that a thread has no more use for. */
import type { Service } from '../running-services.ts';

/** How long nothing has run when memory is given back. */
const QUIET_MILLISECONDS = 5000;
/** With so much, memory is given back in busy times, too: it costs some 40 ms of each thread every five seconds. */
const MANY_BYTES = 320 * 1_048_576;

/**
 * Collects what this thread has left behind. V8 does that when it needs the room, and a runner that waits for its next
 * request needs none. Nothing happens where Node was started without `--expose-gc`.
 */
export function spareMemory(): void {
  (globalThis as { gc?: (options: object) => void }).gc?.({
    type: 'major',
    execution: 'sync',
    // Also what V8 would keep for what may come: the room of what is new, compiled code that was not called for long.
    flavor: 'last-resort',
  });
}

/** Waits for quiet times, and for busy ones that need much memory. */
export class QuietTimes implements Service {
  readonly #onQuiet: () => void;
  #lastAt: number | undefined;
  readonly #timer: NodeJS.Timeout;

  /** @param onQuiet called after each time in which something ran, and now and then while much memory is in use */
  constructor(onQuiet: () => void) {
    this.#onQuiet = onQuiet;
    this.#timer = setInterval(() => this.#look(), QUIET_MILLISECONDS).unref();
  }

  /** Something has run. */
  disturb(): void {
    this.#lastAt = performance.now();
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  #look(): void {
    if (this.#lastAt === undefined) return;
    const isQuiet = performance.now() - this.#lastAt >= QUIET_MILLISECONDS;
    if (!isQuiet && process.memoryUsage.rss() < MANY_BYTES) return;
    if (isQuiet) this.#lastAt = undefined;
    this.#onQuiet();
  }
}
