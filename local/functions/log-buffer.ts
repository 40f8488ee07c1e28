/** Gathers what a function writes, as each message between threads costs both of them more than a line. */

/** What waits for nothing else waits for so long at most. */
const LOG_MILLISECONDS = 100;

export class LogBuffer {
  readonly #onLog: (text: string) => void;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param onLog gets what nobody has taken before */
  constructor(onLog: (text: string) => void) {
    this.#onLog = onLog;
  }

  write(text: string): void {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.flush(), LOG_MILLISECONDS).unref();
  }

  /** What was written since it was last asked for. */
  take(): string | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#text;
    this.#text = '';
    return text === '' ? undefined : text;
  }

  /** Hands over what waits. */
  flush(): void {
    const text = this.take();
    if (text !== undefined) this.#onLog(text);
  }
}
