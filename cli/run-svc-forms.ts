#!/usr/bin/env node
/**
 * Entry point of `npx svc-forms <command>`, which provides all operator commands to users of the published
 * package.
 */
import { accountProgram } from './account/account-program.ts';
import { group, run } from './command-line.ts';
import { dataRequestProgram } from './data-request/data-request-program.ts';
import { deployProgram } from './deploy/deploy-program.ts';
import { doctorProgram } from './doctor/doctor-program.ts';
import { eraseAgainProgram } from './erase-again/erase-again-program.ts';
import { fieldsProgram } from './fields-program.ts';
import { formsCommands } from './forms/forms-program.ts';
import { findProgram } from './find/find-program.ts';
import { importProgram } from './import/import-program.ts';
import { redriveProgram } from './redrive/redrive-program.ts';
import { restoreProgram } from './restore/restore-program.ts';
import { smokeProgram } from './smoke/smoke-program.ts';
import { terminal } from './process-terminal.ts';
import { startCommand } from './start-command.ts';

const program = group(terminal, 'svc-forms', 'Operate a form backend')
  .addCommand(startCommand(import.meta.dirname))
  .addCommand(doctorProgram(terminal))
  .addCommand(deployProgram(terminal))
  .addCommand(smokeProgram(terminal))
  .addCommand(accountProgram(terminal).name('account'))
  .addCommand(dataRequestProgram(terminal))
  .addCommand(findProgram(terminal).name('find'))
  .addCommand(redriveProgram(terminal).name('redrive'))
  .addCommand(restoreProgram(terminal).name('restore'))
  .addCommand(eraseAgainProgram(terminal).name('erase-again'))
  .addCommand(fieldsProgram(terminal).name('fields'))
  .addCommand(importProgram(terminal));

for (const command of formsCommands(terminal)) program.addCommand(command);

process.exitCode = await run(program, process.argv.slice(2), terminal);
