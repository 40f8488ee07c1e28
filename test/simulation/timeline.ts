/** A simulated clock: it jumps from one scheduled event to the next and runs them in order. */
/** Waits until the event loop has turned, so that what the process is told from outside comes through between worlds. */
const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Waits until all promises have settled that can. A tick comes when no microtask is left; the event loop, whose turn costs
 * a system call, has nothing to add, as nothing in a simulation waits for the outside.
 */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** What an event returns that neither settles a promise nor starts anything that awaits one: no turn is needed after it. */
export const NOTHING_SETTLED = Symbol('nothing settled');
type Event = () => unknown;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happen: Event;
}

export class Timeline {
  now: number;
  #order = 0;
  readonly #heap: Entry[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /**
   * Schedules an event after so many milliseconds. Events of the same time run in the order in which they were
   * scheduled.
   */
  after(milliseconds: number, happen: Event): void {
    this.#push({ at: this.now + Math.max(0, milliseconds), order: this.#order++, happen });
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs the events one after another, each with all promises that settle because of it. */
  async run(isOver: () => boolean): Promise<void> {
    await turned();
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
