/** The threads that the functions of a stack share. */
import type { Service } from '../running-services.ts';
import { FunctionThread } from './function-thread.ts';

const LOOK_MILLISECONDS = 30_000;
/** A thread that nothing was invoked in for so long gives its memory back. */
const IDLE_MILLISECONDS = 120_000;

/** What a function asks of its thread. */
export interface ThreadNeeds {
  readonly sourceMaps: boolean;
}

export class FunctionThreads implements Service {
  readonly #shared = new Map<boolean, FunctionThread>();
  readonly #all = new Set<FunctionThread>();
  readonly #timer: NodeJS.Timeout;

  /** @param idleMilliseconds how long a thread without invocations is kept */
  constructor(idleMilliseconds = IDLE_MILLISECONDS) {
    const look = (): void => {
      for (const thread of this.#all) if (thread.idleMilliseconds > idleMilliseconds) thread.retire();
    };
    this.#timer = setInterval(look, Math.min(LOOK_MILLISECONDS, idleMilliseconds)).unref();
  }

  /** The thread that functions with these needs share, made when there is none. */
  shared({ sourceMaps }: ThreadNeeds): FunctionThread {
    const present = this.#shared.get(sourceMaps);
    if (present?.isOpen) return present;
    const thread = this.#make(sourceMaps);
    this.#shared.set(sourceMaps, thread);
    return thread;
  }

  /** A thread for one function alone. */
  own({ sourceMaps }: ThreadNeeds): FunctionThread {
    return this.#make(sourceMaps);
  }

  /** Threads end when no invocation is under way in them. */
  retireAll(): void {
    for (const thread of this.#all) thread.retire();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #make(sourceMaps: boolean): FunctionThread {
    const thread = new FunctionThread({ sourceMaps });
    this.#all.add(thread);
    void thread.ended.then(() => this.#all.delete(thread));
    return thread;
  }
}
