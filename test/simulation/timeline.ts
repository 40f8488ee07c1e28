/** Simulates a clock that runs scheduled events in order and jumps from one event to the next. */

/**
 * Waits for one iteration of the event loop before a world starts, so that messages to this process can
 * arrive.
 */
const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Waits until all promises that can settle have settled. `process.nextTick` callbacks run when no microtasks
 * are left. A full event loop iteration would cost an unnecessary system call, because a simulation never
 * waits for external events.
 */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * Returned by an event that settles no promise and starts no waiting code. The next event can then run
 * immediately.
 */
export const NOTHING_SETTLED = Symbol('nothing settled');
type Event = () => unknown;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happen: Event;
}

/** Simulates a clock and runs the events that are scheduled on it. */
export class Timeline {
  now: number;
  #order = 0;
  readonly #settles: number;
  readonly #heap: Entry[] = [];

  /**
   * @param settles number of times that the clock waits for promises after each event. Code that batches calls
   * with `process.nextTick`, as DataLoader does, needs 2
   */
  constructor(start: number, settles = 1) {
    this.now = start;
    this.#settles = settles;
  }

  /**
   * Schedules an event after a number of milliseconds. Events for the same time run in the order they were
   * scheduled.
   */
  after(milliseconds: number, happen: Event): void {
    this.#push({ at: this.now + Math.max(0, milliseconds), order: this.#order++, happen });
  }

  /** Waits for a number of simulated milliseconds. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs the events in order. After each event, waits until all promises that it affects have settled. */
  async run(isOver: () => boolean): Promise<void> {
    await nextRound();
    for (let entry = this.#pop(); entry; entry = this.#pop()) {
      this.now = entry.at;
      if (entry.happen() === NOTHING_SETTLED) continue;
      for (let times = 0; times < this.#settles; times += 1) await settled();
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
