/** Defines `npm run forms`, which manages forms and webhooks in a file. */
import type { Command } from 'commander';
import { ExitWith, group, type Terminal } from '../command-line.ts';
import { EXIT } from './forms-options.ts';
import { applyCommand, driftCommand, planCommand } from './plan-commands.ts';
import { pullCommand } from './pull-command.ts';

/** Returns the four commands, which `svc-forms` also has. */
export const formsCommands = (terminal: Terminal): Command[] => [
  pullCommand(terminal),
  planCommand(terminal),
  applyCommand(terminal),
  driftCommand(terminal),
];

/** Creates the program. */
export function formsProgram(terminal: Terminal): Command {
  const program = group(terminal, 'npm run forms --', 'Manage forms and webhooks with a file').exitOverride(
    (error) => {
      throw error.exitCode === 0 ? error : new ExitWith(EXIT.failed);
    },
  );
  for (const command of formsCommands(terminal)) program.addCommand(command);
  return program;
}
