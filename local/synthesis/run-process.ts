/** Runs a program of this folder in a process of its own: one message to it, one back, and its memory is free again. */
import { fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Resolves to what the program answers, when it has ended.
 * @param name of the file beside this one
 * @param environment more variables for it
 * @throws Error when it ends without an answer
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

/** Lets others have the processors first, as `nice` does. */
export function giveWay(niceness: number): void {
  setPriority(Math.min(getPriority() + niceness, 19));
}

/**
 * What such a program does: answers the one message, and ends. A runner that is killed takes it with it.
 * @param answer gets the input that `runProcess` was given
 */
export function answerOnce(answer: (input: never) => Promise<object>): void {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (input) => {
    void answer(input as never).then((result) =>
      process.send?.(result, undefined, undefined, () => process.exit(0)),
    );
  });
}
