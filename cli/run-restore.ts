/** Entry point of `npm run restore -- [options]`, which prepares restored tables and buckets. */
import { run } from './command-line.ts';
import { restoreProgram } from './restore/restore-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(restoreProgram(terminal), process.argv.slice(2), terminal);
