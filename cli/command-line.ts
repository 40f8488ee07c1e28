/**
 * Provides the parts that all operator commands share: options, output, exit codes, and the service
 * connection.
 */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { isPlainLine } from '../lambdas/core/text/text.ts';
import { emailAddress, withAsciiDomain } from '../lambdas/core/text/email-address.ts';
import { WrongSetting } from '../lib/settings/setting-issues.ts';
import type { StackOptions } from './deployed-stack.ts';
import { OperatorError } from './operator-errors.ts';
import { deployedService, localService, type ServiceConnection } from './service-connection.ts';

/** A command's terminal. Results are written to `out`, errors to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks the operator a question and returns the answer. Absent in non-interactive sessions. */
  readonly ask?: (question: string) => Promise<string>;
  /** True if `out` is a terminal that shows colors. */
  readonly hasColors?: boolean;
}

/** Thrown to end a command with a specific exit code and, optionally, an error message. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith' as const;
  readonly code: number;
  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}

/** Options that all commands have. */
export interface CommandOptions extends StackOptions {
  readonly local?: true;
  readonly json?: true;
}

/** Stage that commands use if `--stage` isn't set. */
export const DEFAULT_STAGE = 'prod';

/** Exit codes for success, failure, and invalid arguments. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Creates a command with the options for connecting to a service. */
export function command(terminal: Terminal, name: string, description: string): Command {
  return group(terminal, name, description)
    .option('--local', 'Use the local service started with "npm start"')
    .option('--stage <stage>', 'Stage of the deployed service', DEFAULT_STAGE)
    .option('--stack <stack>', 'Your own stack that contains the service')
    .option('--json', 'print JSON');
}

/** Creates a command that contains subcommands. */
export function group(terminal: Terminal, name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(Use --help for usage information.)');
}

/**
 * Connects to the service that the options specify.
 * @throws ServiceNotFound
 */
export async function connect(options: CommandOptions): Promise<ServiceConnection> {
  return options.local ? localService() : deployedService(options);
}

/**
 * Prints the value as JSON if `--json` is set, or as lines otherwise. Removes control characters and line
 * breaks from the lines, because they contain names that users chose.
 */
export function print(
  { out }: Terminal,
  { json }: Pick<CommandOptions, 'json'>,
  value: unknown,
  lines: readonly string[],
): void {
  out(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${harmless(line)}\n`).join(''));
}

/** Replaces control characters, invisible characters and line breaks with spaces, and trims the end. */
export const harmless = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trimEnd();

/** Formats rows as columns. Each column is as wide as its longest value. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Parses an argument that must be a whole number.
 * @throws InvalidArgumentError
 */
export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('Must be a whole number, 0 or greater.');
  return Number(text);
}

/**
 * Checks that the API would accept the name of an account or key.
 * @throws InvalidArgumentError
 */
export function nameArgument(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || !isPlainLine(name))
    throw new InvalidArgumentError('Must be 1 to 200 characters on a single line.');
  return name;
}

/**
 * Checks that an argument is an e-mail address.
 * @throws InvalidArgumentError
 */
export function emailArgument(text: string): string {
  const address = emailAddress.safeParse(withAsciiDomain(text));
  if (!address.success)
    throw new InvalidArgumentError('Must be an e-mail address, for example ada@example.com.');
  return address.data;
}

/**
 * Runs the command given in the arguments. Returns the exit code: 0, 1 (failed), 2 (invalid usage), or the
 * code from `ExitWith`.
 */
export async function run(program: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof ExitWith) {
      if (error.message !== '') terminal.err(`${error.message}\n`);
      return error.code;
    }
    terminal.err(`${reasonOf(error)}\n`);
    return EXIT.failed;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof WrongSetting) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'The service doesn\'t respond. Is "npm start" running?';
  return `Error: ${[error.name, code, error.message].filter(Boolean).join(': ')}`;
}
