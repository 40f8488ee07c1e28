/** Simulates a clock that jumps from one scheduled event to the next and runs them in order. */

/** Waits for a round of the event loop between two worlds, so that messages to this process can arrive. */
const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Waits until all promises that can settle have settled. A tick runs when no microtask is left; a round of
 * the event loop costs a system call and would add nothing, because nothing in a simulation waits for the
 * outside.
 */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * Returned by an event that settles no promise and starts nothing that awaits one, so that the next event can
 * run at once.
 */
export const NOTHING_SETTLED = Symbol('nothing settled');
type Event = () => unknown;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happen: Event;
}

/** The clock and its pending events. */
export class Timeline {
  now: number;
  #order = 0;
  readonly #heap: Entry[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /**
   * Schedules an event after this many milliseconds. Events at the same time run in the order they were
   * scheduled.
   */
  after(milliseconds: number, happen: Event): void {
    this.#push({ at: this.now + Math.max(0, milliseconds), order: this.#order++, happen });
  }

  /** Resolves after this many simulated milliseconds. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs the events one after another, each with all promises that settle because of it. */
  async run(isOver: () => boolean): Promise<void> {
    await nextRound();
    for (let entry = this.#pop(); entry; entry = this.#pop()) {
      this.now = entry.at;
      if (entry.happen() === NOTHING_SETTLED) continue;
      await settled();
      if (isOver()) return;
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): Entry | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
