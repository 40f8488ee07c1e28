/** Entry point of `npm run account -- <command>`: accounts and keys, for the operator. */
import { createInterface } from 'node:readline/promises';
import { run, type Terminal } from './command-line.ts';
import { accountProgram } from './account-program.ts';

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

process.exitCode = await run(accountProgram(terminal), process.argv.slice(2), terminal);
