/** Buffers a function's output, because sending a message between threads costs more than writing a line. */

/** Maximum time to buffer output, in milliseconds. */
const LOG_MILLISECONDS = 100;

export class LogBuffer {
  readonly #onLog: (text: string) => void;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param onLog called with output that was not returned by `take` */
  constructor(onLog: (text: string) => void) {
    this.#onLog = onLog;
  }

  write(text: string): void {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.flush(), LOG_MILLISECONDS).unref();
  }

  /** Returns the buffered output and clears the buffer. */
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
