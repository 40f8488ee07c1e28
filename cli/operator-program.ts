/** The operator's command line as a whole. */
import type { Command } from 'commander';
import { createCommand, listCommand, setPlanCommand, setQuotaCommand } from './account-commands.ts';
import { group, type Terminal } from './command-line.ts';
import { keyCommands } from './key-commands.ts';

export function operatorProgram(terminal: Terminal): Command {
  return group(terminal, 'npm run account --', 'Accounts of a form backend and their keys, for its operator')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(setPlanCommand(terminal))
    .addCommand(setQuotaCommand(terminal))
    .addCommand(keyCommands(terminal));
}
