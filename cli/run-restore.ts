/** Entry point of `npm run restore -- [options]`: prepares restored tables and buckets, for the operator. */
import { run } from './command-line.ts';
import { restoreProgram } from './restore/restore-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(restoreProgram(terminal), process.argv.slice(2), terminal);
