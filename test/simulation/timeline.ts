/** A clock that only moves when something is to happen, and the order of what happens. */
const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

export class Timeline {
  now: number;
  #order = 0;
  readonly #heap: Entry[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /** Has this happen after so many milliseconds; what is due at the same time happens in the order of the calls. */
  after(milliseconds: number, happen: () => void): void {
    this.#push({ at: this.now + Math.max(0, milliseconds), order: this.#order++, happen });
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Lets everything happen, one thing after another, each with all that follows from it at once. */
  async run(isOver: () => boolean): Promise<void> {
    await macrotask();
    for (let entry = this.#pop(); entry; entry = this.#pop()) {
      this.now = entry.at;
      entry.happen();
      await macrotask();
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
