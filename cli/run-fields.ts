/** Entry point of `npm run fields -- <page>`, which generates the declared fields of a form. */
import { run } from './command-line.ts';
import { fieldsProgram } from './fields-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(fieldsProgram(terminal), process.argv.slice(2), terminal);
