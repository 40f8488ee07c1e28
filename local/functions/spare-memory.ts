/** Gives memory back that a thread has no more use for. */
import type { Service } from '../running-services.ts';

/** How often it is looked whether something runs, and how long nothing has run when a start's memory is given back. */
const LOOK_MILLISECONDS = 5000;
/**
 * How long nothing has run when memory is given back later. V8 throws compiled code away with it, and what comes next is
 * slow until that is made again: a pause between two posts must not do that.
 */
const QUIET_MILLISECONDS = 30_000;
/** With so much, memory is given back in busy times, too. */
const MANY_BYTES = 320 * 1_048_576;
/** A thread whose heap has grown by less has too little to give back for the time that it takes. */
const GROWN_BYTES = 16 * 1_048_576;

/** When memory is given back: in quiet times all of it, in busy ones what costs little. */
export type Times = 'quiet' | 'busy';

let heapAfter = 0;

/**
 * Collects what this thread has left behind. V8 does that when it needs the room, and a runner that waits for its next
 * request needs none. Nothing happens where Node was started without `--expose-gc`.
 */
export function spareMemory(times: Times): void {
  if (times === 'busy' && process.memoryUsage().heapTotal - heapAfter < GROWN_BYTES) return;
  (globalThis as { gc?: (options: object) => void }).gc?.({
    type: 'major',
    execution: 'sync',
    // The last resort is also what V8 would keep for what may come: the room of what is new, compiled code that was not
    // called for long. It collects twice, and what it takes away from a busy thread has to be made again.
    flavor: times === 'quiet' ? 'last-resort' : 'regular',
  });
  heapAfter = process.memoryUsage().heapTotal;
}

/** Waits for quiet times, and for busy ones that need much memory. */
export class QuietTimes implements Service {
  readonly #onQuiet: (times: Times) => void;
  #lastAt: number | undefined;
  #quietMilliseconds = LOOK_MILLISECONDS;
  readonly #timer: NodeJS.Timeout;

  /** @param onQuiet called after each time in which something ran, and now and then while much memory is in use */
  constructor(onQuiet: (times: Times) => void) {
    this.#onQuiet = onQuiet;
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
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
    const isQuiet = performance.now() - this.#lastAt >= this.#quietMilliseconds;
    if (!isQuiet && process.memoryUsage.rss() < MANY_BYTES) return;
    if (isQuiet) {
      this.#lastAt = undefined;
      this.#quietMilliseconds = QUIET_MILLISECONDS;
    }
    this.#onQuiet(isQuiet ? 'quiet' : 'busy');
  }
}
