/**
 * Parses the operator's commands in the documentation with the programs that run them, without running them.
 */
import type { Command } from 'commander';
import { accountProgram } from '../../../cli/account/account-program.ts';
import { deployProgram } from '../../../cli/deploy/deploy-program.ts';
import { doctorProgram } from '../../../cli/doctor/doctor-program.ts';
import { fieldsProgram } from '../../../cli/fields-program.ts';
import { formsProgram } from '../../../cli/forms/forms-program.ts';
import { applyCommand, driftCommand, planCommand } from '../../../cli/forms/plan-commands.ts';
import { pullCommand } from '../../../cli/forms/pull-command.ts';
import { findProgram } from '../../../cli/find/find-program.ts';
import { redriveProgram } from '../../../cli/redrive/redrive-program.ts';
import { restoreProgram } from '../../../cli/restore/restore-program.ts';
import { smokeProgram } from '../../../cli/smoke/smoke-program.ts';
import type { Terminal } from '../../../cli/command-line.ts';
import { DELIVERY_ID, FORM_ID, SUBMISSION_ID } from '../../../lambdas/api/openapi/schemas/example-ids.ts';

const programs: Readonly<Record<string, (terminal: Terminal) => Command>> = {
  account: accountProgram,
  apply: applyCommand,
  deploy: deployProgram,
  doctor: doctorProgram,
  drift: driftCommand,
  fields: fieldsProgram,
  find: findProgram,
  forms: formsProgram,
  plan: planCommand,
  pull: pullCommand,
  redrive: redriveProgram,
  restore: restoreProgram,
  smoke: smokeProgram,
};
const COMMAND = new RegExp(
  String.raw`^(?:[A-Z_]+=\S+ )*(?:npm run (?:-s )?|npx svc-forms )(${Object.keys(programs).join('|')})\b(?: --(?= |$))?(.*)$`,
);

export interface OperatorCommand {
  readonly line: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Returns the operator's commands in a block of shell commands. Comments and placeholders are replaced. */
export function operatorCommandsIn(block: string): OperatorCommand[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, program, rest = ''] = COMMAND.exec(line.replace(/\s+# .*$/, '')) ?? [];
      if (program === undefined) return [];
      const args = Array.from(
        filled(rest).matchAll(/"([^"]*)"|(\S+)/g),
        ([, quoted, word]) => quoted ?? word ?? '',
      );
      return [{ line, program, args }];
    });
}

/** Replaces placeholders such as `<form id>` and `sub_…` with valid ids. */
const filled = (text: string): string =>
  text
    .replaceAll('<form id>', FORM_ID)
    .replaceAll('sub_…', SUBMISSION_ID)
    .replaceAll('whd_…', DELIVERY_ID)
    .replaceAll('frm_…', FORM_ID)
    .replaceAll(/<[^<>\n]+>/g, 'x');

/**
 * Parses a command's options and arguments.
 * @returns what the program prints about a mistake, or an empty string
 */
export async function mistakeIn({ program, args }: OperatorCommand): Promise<string> {
  let printed = '';
  const add = (text: string): void => void (printed += text);
  const command = programs[program]?.({ out: add, err: add });
  if (!command) throw new TypeError(`There is no program ${program}`);
  withoutActions(command);
  await command.parseAsync(args, { from: 'user' }).catch((error: unknown) => add(String(error)));
  return printed;
}

function withoutActions(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  for (const each of command.commands) withoutActions(each);
}
