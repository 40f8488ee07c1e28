/** Entry point of `npm run forms -- <pull|plan|apply|drift>`. */
import { run } from './command-line.ts';
import { formsProgram } from './forms/forms-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(formsProgram(terminal), process.argv.slice(2), terminal);
