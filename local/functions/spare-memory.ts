/** Frees memory that a thread no longer needs. */
import type { Service } from '../running-services.ts';

/**
 * How often to check whether something is running, and how long the runner must be idle before the memory of
 * its start is freed, in milliseconds.
 */
const LOOK_MILLISECONDS = 5000;
/**
 * How long the runner must be idle before memory is freed later, in milliseconds. V8 then also discards
 * compiled code, and what comes next is slow until it is compiled again. A pause between two posts must not
 * cause this.
 */
const QUIET_MILLISECONDS = 30_000;
/** Above this much memory, it is also freed in busy times. */
const MANY_BYTES = 320 * 1_048_576;
/** If a thread's heap has grown by less than this, freeing memory isn't worth the time. */
const GROWN_BYTES = 16 * 1_048_576;

/** When memory is freed: in quiet times as much as possible, in busy times only what is cheap. */
export type Times = 'quiet' | 'busy';

let heapAfter = 0;

/**
 * Collects this thread's garbage. V8 does this only when it needs the memory, and a runner waiting for its
 * next request needs none. Does nothing if Node was started without `--expose-gc`.
 */
export function spareMemory(times: Times): void {
  if (times === 'busy' && process.memoryUsage().heapTotal - heapAfter < GROWN_BYTES) return;
  (globalThis as { gc?: (options: object) => void }).gc?.({
    type: 'major',
    execution: 'sync',
    // The last resort also frees what V8 would keep for later: the young generation's memory, and compiled
    // code that wasn't called for long. It collects twice, and a busy thread would have to recreate what is
    // freed.
    flavor: times === 'quiet' ? 'last-resort' : 'regular',
  });
  heapAfter = process.memoryUsage().heapTotal;
}

/** Waits for quiet times, and for busy times with high memory use. */
export class QuietTimes implements Service {
  readonly #onQuiet: (times: Times) => void;
  #lastAt: number | undefined;
  #quietMilliseconds = LOOK_MILLISECONDS;
  readonly #timer: NodeJS.Timeout;

  /** @param onQuiet called after each period of activity, and now and then while memory use is high */
  constructor(onQuiet: (times: Times) => void) {
    this.#onQuiet = onQuiet;
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
  }

  /** Reports activity. */
  disturb(): void {
    this.#lastAt = performance.now();
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  #look(): void {
    if (this.#lastAt === undefined) return;
    const isQuiet = performance.now() - this.#lastAt >= this.#quietMilliseconds;
    if (!isQuiet && process.memoryUsage.rss() < MANY_BYTES) return;
    if (isQuiet) {
      this.#lastAt = undefined;
      this.#quietMilliseconds = QUIET_MILLISECONDS;
    }
    this.#onQuiet(isQuiet ? 'quiet' : 'busy');
  }
}
