/** Writes a function's log file. */
import { appendFileSync } from 'node:fs';

/** How long to buffer output before writing it to the file, in milliseconds. */
const BATCH_MILLISECONDS = 50;

export class LogFile {
  readonly #file: string;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  write(text: string): void {
    this.#lines.push(text);
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MILLISECONDS);
  }

  /** Writes the buffered output. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    appendFileSync(this.#file, this.#lines.join(''), { mode: 0o600 });
    this.#lines = [];
  }
}
