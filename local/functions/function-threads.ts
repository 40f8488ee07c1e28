/** Manages the threads that a stack's functions share. */
import type { Service } from '../running-services.ts';
import { FunctionThread } from './function-thread.ts';

const LOOK_MILLISECONDS = 30_000;
/** How long a thread can be idle before it's stopped to free memory, in milliseconds. */
const IDLE_MILLISECONDS = 120_000;

/** A function's requirements for its thread. */
export interface ThreadNeeds {
  readonly sourceMaps: boolean;
}

export class FunctionThreads implements Service {
  readonly #shared = new Map<boolean, FunctionThread>();
  readonly #all = new Set<FunctionThread>();
  readonly #timer: NodeJS.Timeout;

  /** @param idleMilliseconds how long a thread can be idle before it's stopped, in milliseconds */
  constructor(idleMilliseconds = IDLE_MILLISECONDS) {
    const look = (): void => {
      for (const thread of this.#all) if (thread.idleMilliseconds > idleMilliseconds) thread.retire();
    };
    this.#timer = setInterval(look, Math.min(LOOK_MILLISECONDS, idleMilliseconds)).unref();
  }

  /**
   * Returns the thread shared by all functions with these requirements. Starts the thread if it isn't
   * running.
   */
  shared({ sourceMaps }: ThreadNeeds): FunctionThread {
    const present = this.#shared.get(sourceMaps);
    if (present?.isOpen) return present;
    const thread = this.#make(sourceMaps);
    this.#shared.set(sourceMaps, thread);
    return thread;
  }

  /** Starts a thread for a single function. */
  own({ sourceMaps }: ThreadNeeds): FunctionThread {
    return this.#make(sourceMaps);
  }

  /** Retires all threads. Each thread stops when no invocations are running in it. */
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
