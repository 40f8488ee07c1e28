/** Entry point of `npm run redrive -- [options]`: dead letters and submissions that fan-out lost, for the operator. */
import { run } from './command-line.ts';
import { redriveProgram } from './redrive/redrive-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(redriveProgram(terminal), process.argv.slice(2), terminal);
