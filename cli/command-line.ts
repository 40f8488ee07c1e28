/** What the operator's commands have in common: where the service is, how they answer and how they end. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { FoundService } from './accounts.ts';
import { OperatorFailure } from './failures.ts';
import { deployedService, localService } from './found-service.ts';

/** Where a command writes: answers on one side, what went wrong on the other. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Options of every command. */
export interface Given {
  readonly local?: true;
  readonly stage: string;
  readonly json?: true;
}

/** Done; could not be done; was not asked for rightly. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** A command that works on a service. */
export function command(terminal: Terminal, name: string, description: string): Command {
  return group(terminal, name, description)
    .option('--local', 'the service that "npm start" runs on this machine')
    .option('--stage <stage>', 'the deployed stage', 'prod')
    .option('--json', 'answer in JSON');
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

export async function serviceOf({ local, stage }: Given): Promise<FoundService> {
  return local ? localService() : deployedService(stage);
}

/** Answers with the JSON when it was asked for, otherwise with the lines. */
export function answer({ out }: Terminal, { json }: Given, value: unknown, lines: readonly string[]): void {
  out(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

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

export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

/** Names of accounts and keys, as the API takes them. */
export function givenName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new InvalidArgumentError('It must be 1 to 200 characters.');
  return name;
}

/** Runs what the arguments say and gives the process's exit code: 0, 1 (failed) or 2 (wrong usage). */
export async function run(program: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander has said already what is wrong with the usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(`${reasonOf(error)}\n`);
    return EXIT.failed;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OperatorFailure) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'The service does not answer. Is "npm start" running?';
  return `Failed: ${[error.name, code, error.message].filter(Boolean).join(': ')}`;
}
