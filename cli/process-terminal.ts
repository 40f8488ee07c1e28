/** Connects the command line's entry points to this process's terminal. */
import { createInterface } from 'node:readline/promises';
import type { Terminal } from './command-line.ts';

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}

/** This process's terminal. It can only ask questions in interactive sessions. */
export const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && { ask }),
  hasColors: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
};
