/**
 * Runs a program from this folder in a separate process, and exchanges one message with it in each direction.
 * The operating system releases the process's memory when it exits.
 */
import { fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program. Resolves to the program's result once the process has exited.
 * @param name name of the program's file in this folder, without the extension
 * @param environment additional environment variables for the program
 * @throws Error if the program exits without a result
 */
export function runProcess<Result>(
  name: 'synthesis-process' | 'bundling-process',
  input: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  return new Promise((resolve, reject) => {
    let result: Result | undefined;
    child.once('message', (message: Result) => (result = message));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (result === undefined) reject(new Error(`the process ended with code ${String(code)}`));
      else resolve(result);
    });
    child.send(input);
  });
}

/** Lowers the priority of this process, as `nice` does. */
export function lowerPriority(niceness: number): void {
  setPriority(Math.min(getPriority() + niceness, 19));
}

/**
 * Responds to one message and exits the process. Call this in the programs that `runProcess` starts. If the
 * runner is killed, the process exits too.
 * @param answer receives the input passed to `runProcess`
 */
export function answerOnce(answer: (input: never) => Promise<object>): void {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (input) => {
    void answer(input as never).then((result) =>
      process.send?.(result, undefined, undefined, () => process.exit(0)),
    );
  });
}
