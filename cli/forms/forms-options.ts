/** Defines the options of `pull`, `plan`, `apply` and `drift`, and connects them to the API. */
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { faultLines, FileRefused } from '../../lambdas/forms-as-code/file-fault.ts';
import { ChangedSincePlan, RequestRefused, type FormsApi } from '../../lambdas/forms-as-code/forms-api.ts';
import { formsApiClient } from '../../lambdas/forms-as-code/forms-api-client.ts';
import { readFormsFile, type FormsFile } from '../../lambdas/forms-as-code/forms-file.ts';
import { hideSecrets } from '../../lambdas/forms-as-code/hidden-secrets.ts';
import { serviceVersion } from '../../lib/service-version.ts';
import { ExitWith, type Terminal } from '../command-line.ts';
import { apiCommand, apiTarget, type ApiOptions } from '../management-api.ts';

export interface FormsOptions extends ApiOptions {
  readonly file: string;
  readonly account?: string;
}

export interface PlanningOptions extends FormsOptions {
  readonly allowDelete?: true | readonly string[];
  readonly rotate?: readonly string[];
}

/** Exit codes. For other commands, 2 means invalid usage, but here it means that there are changes. */
export const EXIT = { failed: 1, changes: 2, conflict: 3 } as const;

/** Creates a command with the options that all four commands have. */
export function formsCommand(terminal: Terminal, name: string, description: string): Command {
  return apiCommand(terminal, name, description)
    .option('-f, --file <file>', 'The forms file', 'forms.yaml')
    .option('--account <id>', 'Refuse to work with any other account')
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new ExitWith(EXIT.failed);
    });
}

/** Adds the options of commands that compare the file with the account. */
export function withPlanningOptions(command: Command): Command {
  return command
    .option(
      '--allow-delete [names...]',
      "Delete these forms and webhooks if they aren't in the file, or all of them if you give no names",
    )
    .option(
      '--rotate <names...>',
      'Set these secrets again, for example contact.challenge.secret or contact.webhooks.crm.headers.authorization',
    );
}

/** Returns the names of forms and webhooks that may be deleted. They can be separated by commas. */
export function allowedDeletions(given: PlanningOptions['allowDelete']): readonly string[] | 'all' {
  if (given === undefined) return [];
  return given === true || given.length === 0 ? 'all' : given.flatMap((name) => [name, ...name.split(',')]);
}

/**
 * Connects to the API.
 * @throws ServiceNotFound if the service doesn't exist or no key is set
 */
export async function connectedApi(options: FormsOptions): Promise<FormsApi> {
  const { baseUrl, key } = await apiTarget(options);
  const client = formsApiClient({ baseUrl, key, userAgent: `svc-forms/${serviceVersion()}` });
  return {
    ...client,
    async request(...sent) {
      try {
        return await client.request(...sent);
      } catch (cause) {
        const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
        const text = reason instanceof Error ? reason.message : String(reason);
        throw new ExitWith(EXIT.failed, `${new URL(baseUrl).origin} doesn't respond: ${text}`);
      }
    },
  };
}

/** Returns a terminal that never prints the values of variables. */
function guarded(terminal: Terminal, secrets: ReadonlySet<string>): Terminal {
  const hide = hideSecrets(secrets);
  return { ...terminal, out: (text) => terminal.out(hide(text)), err: (text) => terminal.err(hide(text)) };
}

/**
 * Reads the file and runs the command. Reports errors with their line and column in the file.
 * @throws ExitWith
 */
export async function withFormsFile(
  { file: path, account }: FormsOptions,
  terminal: Terminal,
  work: (file: FormsFile, terminal: Terminal) => Promise<void>,
): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new ExitWith(EXIT.failed, `${path}: ${isMissing ? 'no such file' : 'the file cannot be read'}`);
  });
  let read: FormsFile | undefined;
  let screen = terminal;
  try {
    read = readFormsFile(text, (name) => process.env[name]);
    screen = guarded(terminal, read.secrets);
    assertAccount(account, read.desired.account);
    const { desired } = read;
    await work({ ...read, desired: { ...desired, account: desired.account ?? account } }, screen);
  } catch (error) {
    if (error instanceof ExitWith) throw error;
    screen.err(`${failureText(error, path, read).join('\n')}\n`);
    throw new ExitWith(error instanceof ChangedSincePlan ? EXIT.conflict : EXIT.failed);
  }
}

function assertAccount(wanted: string | undefined, inFile: string | undefined): void {
  if (wanted !== undefined && inFile !== undefined && wanted !== inFile)
    throw new FileRefused([{ path: ['account'], message: `is ${inFile}, but --account is ${wanted}` }]);
}

const NOWHERE = { line: 1, column: 1 };

function failureText(error: unknown, path: string, file: FormsFile | undefined): string[] {
  if (error instanceof FileRefused)
    return faultLines(error.faults, path, (at, ofKey) => file?.placeOf(at, ofKey) ?? NOWHERE);
  if (error instanceof RequestRefused) return [error.message];
  if (error instanceof ChangedSincePlan)
    return [error.message, 'Nothing more was written. Run "plan" again to see the current differences.'];
  throw error;
}
