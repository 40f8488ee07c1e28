/** Entry point of `npm run fields -- <page>`: proposes the declared fields of a form, for its developer. */
import { run, type Terminal } from './command-line.ts';
import { fieldsProgram } from './fields-program.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

process.exitCode = await run(fieldsProgram(terminal), process.argv.slice(2), terminal);
