/** Entry point of `npm run account -- <command>`, which manages accounts and keys. */
import { run } from './command-line.ts';
import { accountProgram } from './account/account-program.ts';
import { terminal } from './process-terminal.ts';

process.exitCode = await run(accountProgram(terminal), process.argv.slice(2), terminal);
