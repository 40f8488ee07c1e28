/** Lets a test file run its simulations outside Jest, where they take half as much CPU. */
import { join } from 'node:path';
import { PlainProcess } from './plain-process.ts';

type Searches = Record<string, (...args: never[]) => Promise<object>>;

/**
 * Calls the functions of a module in a separate process, which ends after the last test of the file. Their
 * arguments and results are sent as JSON.
 * @param file path of the module
 */
export function inPlainProcess<Module extends Searches>(file: string) {
  let plain: PlainProcess | undefined;
  afterAll(() => plain?.end());
  return <Name extends keyof Module>(name: Name, ...args: Parameters<Module[Name]>) => {
    plain ??= new PlainProcess(join(import.meta.dirname, 'answer-calls.ts'), [file]);
    return plain.ask<Awaited<ReturnType<Module[Name]>>>({ name, args });
  };
}
