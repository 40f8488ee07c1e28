/** Defines the `npm run account` program with all its commands. */
import type { Command } from 'commander';
import {
  createCommand,
  listCommand,
  renameCommand,
  setEmailCommand,
  setPlanCommand,
  setQuotaCommand,
} from './account-commands.ts';
import { appCommands } from '../apps/app-commands.ts';
import { deleteCommand, resumeCommand, suspendCommand } from './account-suspension-commands.ts';
import { group, type Terminal } from '../command-line.ts';
import { keyCommands } from './key-commands.ts';
import { memberCommands } from './member-commands.ts';
import { exportCommand, importCommand } from '../transfer/transfer-commands.ts';

/** Creates the `npm run account` program, which writes its output to `terminal`. */
export function accountProgram(terminal: Terminal): Command {
  return group(
    terminal,
    'npm run account --',
    'Manage accounts, keys and members as the operator of a form backend',
  )
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(renameCommand(terminal))
    .addCommand(setPlanCommand(terminal))
    .addCommand(setQuotaCommand(terminal))
    .addCommand(setEmailCommand(terminal))
    .addCommand(suspendCommand(terminal))
    .addCommand(resumeCommand(terminal))
    .addCommand(deleteCommand(terminal))
    .addCommand(exportCommand(terminal))
    .addCommand(importCommand(terminal))
    .addCommand(keyCommands(terminal))
    .addCommand(memberCommands(terminal))
    .addCommand(appCommands(terminal));
}
