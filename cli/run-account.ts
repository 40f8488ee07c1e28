/** Entry point of `npm run account -- <command>`: accounts and keys, for the operator. */
import { run, type Terminal } from './command-line.ts';
import { accountProgram } from './account-program.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

process.exitCode = await run(accountProgram(terminal), process.argv.slice(2), terminal);
