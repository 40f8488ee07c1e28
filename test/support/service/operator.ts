/** Runs the operator's CLI in the test's own process. */
import type { Command } from 'commander';
import { run, type Terminal } from '../../../cli/command-line.ts';
import { accountProgram } from '../../../cli/account/account-program.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Returns a function that runs the CLI.
 * @param folder location of the runner's `outputs.json`
 * @param program defaults to `npm run account`
 * @param ask returns the operator's answers to prompts; without it, prompts get no answer
 */
export function operatorIn(
  folder: string,
  program: (terminal: Terminal) => Command = accountProgram,
  ask?: (question: string) => Promise<string>,
) {
  return async (...args: string[]): Promise<Ended> => {
    process.env['SVC_LOCAL_DIR'] = folder;
    let stdout = '';
    let stderr = '';
    const terminal = {
      out: (text: string) => void (stdout += text),
      err: (text: string) => void (stderr += text),
      ...(ask && { ask }),
    };
    const code = await run(program(terminal), args, terminal);
    return { code, stdout, stderr };
  };
}
