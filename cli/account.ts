/** `npm run account -- <command>` (DESIGN section 8). */
import { run, type Terminal } from './command-line.ts';
import { operatorProgram } from './operator-program.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

process.exitCode = await run(operatorProgram(terminal), process.argv.slice(2), terminal);
