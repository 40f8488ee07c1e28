/** Reloads a running service when source files change. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Rebuilt } from '../../lib/bundling/changed-functions.ts';
import type { Service } from '../running-services.ts';
import { watchSources } from './source-watch.ts';
import type { ChangeMessage, WatchResult } from './watch-process.ts';

/** Matches files that are only read at startup. */
const READ_AT_START = /^(?:bin|cli|lib|local)\//;

/** Prints one message when source files have changed since the service started. */
export function announceChanges(print: (line: string) => void): Service {
  const watch = watchSources(([path = '']) => {
    print(`${path} has changed. Restart npm start to use it (or run it with --watch).`);
    void watch.stop();
  });
  return watch;
}

/**
 * Reloads functions while the service runs. Collects changes from startup onwards, and starts applying them
 * when `begin` is called.
 */
export class Reloading implements Service {
  readonly #print: (line: string) => void;
  readonly #sources: Service;
  #use: ((rebuilt: Rebuilt) => void) | undefined;
  #process: ChildProcess | undefined;
  #waiting = new Set<string>();
  #isBusy = false;
  #startedAt = 0;
  #isRestartNeeded = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
    this.#sources = watchSources((paths) => this.#note(paths));
  }

  /**
   * Starts applying changes, including those collected so far.
   * @param use called with rebuilt functions
   */
  begin(use: (rebuilt: Rebuilt) => void): void {
    this.#use = use;
    this.#process = fork(fileURLToPath(new URL('./watch-process.ts', import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#process.on('message', (result: WatchResult) => this.#hear(result));
    this.#rebuild();
  }

  async stop(): Promise<void> {
    await this.#sources.stop();
    this.#process?.kill();
  }

  #note(paths: readonly string[]): void {
    const path = paths.find((each) => READ_AT_START.test(each));
    if (path !== undefined && !this.#isRestartNeeded) {
      this.#isRestartNeeded = true;
      this.#print(
        `${path} has changed. Restart npm start to use it: --watch does not reload the stack or the runner.`,
      );
    }
    for (const each of paths) this.#waiting.add(each);
    this.#rebuild();
  }

  #rebuild(): void {
    if (!this.#process || this.#isBusy || this.#waiting.size === 0) return;
    this.#isBusy = true;
    this.#startedAt = performance.now();
    const message: ChangeMessage = { changed: [...this.#waiting] };
    this.#waiting = new Set();
    this.#process.send(message);
  }

  #hear(result: WatchResult): void {
    this.#isBusy = false;
    if ('failed' in result) {
      this.#print(`The change was not loaded. The service keeps the earlier code:\n${result.failed}`);
    } else if (result.rebuilt) {
      this.#use?.(result.rebuilt);
      const { length } = result.rebuilt.entries;
      const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
      this.#print(`Reloaded ${length} ${length === 1 ? 'function' : 'functions'} in ${seconds} s.`);
    }
    this.#rebuild();
  }
}
