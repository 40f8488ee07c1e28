/** Entry point of `npm run redrive -- [options]`, which redrives dead letters and repeats a lost fan-out. */
import { run } from './command-line.ts';
import { redriveProgram } from './redrive/redrive-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(redriveProgram(terminal), process.argv.slice(2), terminal);
