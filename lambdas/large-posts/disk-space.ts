/**
 * Allocates a process's disk space to its requests. Each request reserves the space it needs before its body
 * is read.
 */
import { Unavailable } from '../core/errors/errors.ts';

interface Waiting {
  readonly bytes: number;
  readonly grant: () => void;
}

export class DiskSpace {
  #free: number;
  readonly #waiting: Waiting[] = [];

  /** @param bytes total disk space, in bytes */
  constructor(bytes: number) {
    this.#free = bytes;
  }

  get free(): number {
    return this.#free;
  }

  /**
   * Reserves disk space in the order of the calls. The returned function releases the space; calling it more
   * than once is harmless.
   * @throws Unavailable if the signal aborts first; nothing is reserved
   */
  async reserve(bytes: number, signal: AbortSignal): Promise<() => void> {
    if (this.#waiting.length > 0 || bytes > this.#free) await this.#turn(bytes, signal);
    else this.#free -= bytes;
    let isReserved = true;
    return () => {
      if (!isReserved) return;
      isReserved = false;
      this.#free += bytes;
      this.#grantNext();
    };
  }

  #turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new Unavailable());
        this.#grantNext();
      };
      const waiting = {
        bytes,
        grant: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #grantNext(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.grant();
    }
  }
}
