/** Defines what a tool is: its description for agents, and the function that runs it. */
import type * as z from 'zod';
import type { Caller } from '../../core/caller.ts';

/**
 * The operations that tools run. A tool can only do what these operations do, and the function for agents only
 * gets their permissions.
 */
export const toolOperations = [
  'getMe',
  'getUsage',
  'listForms',
  'getForm',
  'listSubmissions',
  'listAllSubmissions',
  'getSubmission',
  'getTimeline',
] as const;
export type ToolOperation = (typeof toolOperations)[number];

/** The input of an operation, as in an HTTP request. */
export interface ToolInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a tool may use. */
export interface ToolContext {
  readonly caller: Pick<Caller, 'scopes' | 'form_ids'>;
  readonly baseUrl: string;
  /**
   * Runs an operation for the caller and returns the body of its response.
   * @throws ProblemError when the operation refuses the call
   */
  readonly run: (name: ToolOperation, input?: ToolInput) => Promise<unknown>;
}

/**
 * Hints for the agent's host, which decides when to ask a person. Every tool sets all of them, because the
 * protocol's defaults are the most dangerous values.
 */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** True if the tool can reach people or systems outside of the account. */
  readonly openWorldHint: boolean;
}

/** Hints of a tool that only reads. */
export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

interface ToolOf<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Scope that the caller needs, or null if any caller may use the tool. */
  readonly scope: 'read' | 'write' | null;
  readonly hints: ToolHints;
  readonly input: Input;
  readonly output: Output;
  /** Names of the arguments by the names that the operations use, for error messages. */
  readonly names?: Readonly<Record<string, string>>;
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<z.input<Output>>;
}

/** A tool with arguments of any type. Only pass arguments that its `input` has parsed. */
export interface Tool extends Omit<ToolOf<z.ZodObject, z.ZodObject>, 'run'> {
  readonly run: (args: never, context: ToolContext) => Promise<Record<string, unknown>>;
}

/** Returns the tool, and checks that its function fits its schemas. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  of: ToolOf<Input, Output>,
): Tool => of;

/** Returns true if the caller may use the tool. Callers don't see other tools. */
export const mayUse = ({ scopes }: Pick<Caller, 'scopes'>, { scope }: Pick<Tool, 'scope'>): boolean =>
  scope === null || scopes.includes(scope);
