/**
 * Buffers a function's output, because a message between threads costs both of them more than writing a line.
 */

/** Maximum time that output is buffered, in milliseconds. */
const LOG_MILLISECONDS = 100;

export class LogBuffer {
  readonly #onLog: (text: string) => void;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param onLog called with output that `take` has not returned */
  constructor(onLog: (text: string) => void) {
    this.#onLog = onLog;
  }

  write(text: string): void {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.flush(), LOG_MILLISECONDS).unref();
  }

  /** Returns the output since the last call. */
  take(): string | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#text;
    this.#text = '';
    return text === '' ? undefined : text;
  }

  /** Passes the buffered output to `onLog`. */
  flush(): void {
    const text = this.take();
    if (text !== undefined) this.#onLog(text);
  }
}
