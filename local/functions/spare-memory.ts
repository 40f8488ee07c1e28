/** Gives memory back that a thread has no more use for. */
import type { Service } from '../running-services.ts';

/** How long nothing has run when memory is given back. */
const QUIET_MILLISECONDS = 5000;

/**
 * Collects what this thread has left behind. V8 does that when it needs the room, and a runner that waits for its next
 * request needs none. Nothing happens where Node was started without `--expose-gc`.
 */
export function spareMemory(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Waits for quiet times. */
export class QuietTimes implements Service {
  readonly #onQuiet: () => void;
  #lastAt: number | undefined;
  readonly #timer: NodeJS.Timeout;

  /** @param onQuiet called once after each time in which something ran */
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
    if (this.#lastAt === undefined || performance.now() - this.#lastAt < QUIET_MILLISECONDS) return;
    this.#lastAt = undefined;
    this.#onQuiet();
  }
}
