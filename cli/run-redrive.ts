/** Entry point of `npm run redrive -- [options]`: dead letters and submissions that fan-out lost, for the operator. */
import { run, type Terminal } from './command-line.ts';
import { redriveProgram } from './redrive/redrive-program.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

process.exitCode = await run(redriveProgram(terminal), process.argv.slice(2), terminal);
