#!/usr/bin/env node
/** Entry point of `npx svc-forms <command>`: all commands of the operator, for who has the service as a package. */
import { createInterface } from 'node:readline/promises';
import { accountProgram } from './account-program.ts';
import { group, run, type Terminal } from './command-line.ts';
import { fieldsProgram } from './fields-program.ts';
import { redriveProgram } from './redrive/redrive-program.ts';
import { restoreProgram } from './restore/restore-program.ts';

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && { ask }),
};

const program = group(terminal, 'svc-forms', 'Operates a form backend')
  .addCommand(accountProgram(terminal).name('account'))
  .addCommand(redriveProgram(terminal).name('redrive'))
  .addCommand(restoreProgram(terminal).name('restore'))
  .addCommand(fieldsProgram(terminal).name('fields'));

process.exitCode = await run(program, process.argv.slice(2), terminal);
