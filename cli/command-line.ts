/** What all commands of the operator share: options, output, exit codes, and the service that they work on. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { isPlainLine } from '../lambdas/core/text.ts';
import { emailAddress, withAsciiDomain } from '../lambdas/core/email-address.ts';
import type { StackOptions } from './deployed-stack.ts';
import { OperatorError } from './operator-errors.ts';
import { deployedService, localService, type ServiceConnection } from './service-connection.ts';

/** Where a command writes: results to `out`, errors to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks the operator and gives the answer; absent where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Options of every command. */
export interface CommandOptions extends StackOptions {
  readonly local?: true;
  readonly json?: true;
}

/** Exit codes: success; the command failed; wrong arguments. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** A command that works on a service. */
export function command(terminal: Terminal, name: string, description: string): Command {
  return group(terminal, name, description)
    .option('--local', 'the service that "npm start" runs on this machine')
    .option('--stage <stage>', 'the deployed stage', 'prod')
    .option('--stack <stack>', "a team's stack that has the service in it")
    .option('--json', 'print JSON');
}

/** A command of commands. */
export function group(terminal: Terminal, name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help tells more.)');
}

/**
 * The service that the options name.
 * @throws ServiceNotFound
 */
export async function connect(options: CommandOptions): Promise<ServiceConnection> {
  return options.local ? localService() : deployedService(options);
}

/**
 * Prints the value as JSON when `--json` is set, otherwise the lines. What accounts have named themselves can neither
 * control the terminal nor pass for another line.
 */
export function print(
  { out }: Terminal,
  { json }: CommandOptions,
  value: unknown,
  lines: readonly string[],
): void {
  out(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${harmless(line)}\n`).join(''));
}

const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trimEnd();

/** Rows of text, with each column as wide as it needs to be. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** An argument that is a whole number. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

/** An argument that names an account or key, by the API's rule for names. @throws InvalidArgumentError */
export function nameArgument(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || !isPlainLine(name))
    throw new InvalidArgumentError('It must be 1 to 200 characters on one line.');
  return name;
}

/** An argument that is an e-mail address. @throws InvalidArgumentError */
export function emailArgument(text: string): string {
  const address = emailAddress.safeParse(withAsciiDomain(text));
  if (!address.success) throw new InvalidArgumentError('It must be an e-mail address.');
  return address.data;
}

/** Runs the command that the arguments name and returns the exit code: 0, 1 (failed) or 2 (wrong usage). */
export async function run(program: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander has already printed what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(`${reasonOf(error)}\n`);
    return EXIT.failed;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'The service does not answer. Is "npm start" running?';
  return `Failed: ${[error.name, code, error.message].filter(Boolean).join(': ')}`;
}
