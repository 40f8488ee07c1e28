/** Provides this process's terminal to the command line's entry points. */
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

/** This process's terminal. Asks no questions in non-interactive sessions. */
export const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && { ask }),
};
