/** Entry point of `npm run restore -- [options]`: prepares restored tables and buckets, for the operator. */
import { run, type Terminal } from './command-line.ts';
import { restoreProgram } from './restore/restore-program.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

process.exitCode = await run(restoreProgram(terminal), process.argv.slice(2), terminal);
