/** Entry point of `npm run find -- <id>`, which shows where a resource is stored and what happened to it. */
import { run } from './command-line.ts';
import { findProgram } from './find/find-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(findProgram(terminal), process.argv.slice(2), terminal);
