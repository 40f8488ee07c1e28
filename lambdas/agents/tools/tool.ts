/** Defines the type of tools. A tool consists of a description for agents and a function. */
import type * as z from 'zod';
import type { Caller } from '../../core/caller.ts';
import { lazy } from '../../core/lazy.ts';
import type { RunOnce } from '../run-once.ts';

/**
 * The operations that tools run. A tool can only do what these operations do, and the agents' Lambda function
 * only gets the operations' permissions.
 */
export const toolOperations = [
  'getMe',
  'getUsage',
  'listForms',
  'getForm',
  'createForm',
  'updateForm',
  'getStatistics',
  'listSubmissions',
  'listAllSubmissions',
  'getSubmission',
  'getTimeline',
  'changeSubmissions',
  'listWebhooks',
  'listAccountWebhooks',
  'listDeliveries',
  'getDelivery',
  'replayDelivery',
] as const;
export type ToolOperation = (typeof toolOperations)[number];

/** An operation's input, as in an HTTP request. */
export interface ToolInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The dependencies that a tool can use. */
export interface ToolContext {
  readonly caller: Pick<Caller, 'scopes' | 'form_ids'>;
  readonly baseUrl: string;
  /**
   * Runs an operation for the caller and returns the response's body.
   * @throws ProblemError when the operation rejects the call
   */
  readonly run: (name: ToolOperation, input?: ToolInput) => Promise<unknown>;
  /**
   * Creates a resource, unless an earlier call with the same idempotency key has created it.
   * @throws ToolError if the earlier call is still running
   */
  readonly once: <Created extends { readonly id: string }>(
    idempotencyKey: string,
    create: () => Promise<Created>,
  ) => Promise<RunOnce<Created>>;
  /** Returns the best-matching documentation sections. */
  readonly searchDocs: (query: string, most: number) => Promise<readonly FoundSection[]>;
}

/** A documentation section, with its URL on this service. */
export interface FoundSection {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/**
 * Hints for the agent's host, which decides when to ask the user. Every tool sets all of them, because the
 * protocol assumes the most dangerous behavior by default.
 */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** True if the tool can reach people or systems outside the account. */
  readonly openWorldHint: boolean;
}

/** Hints for a tool that only reads data. */
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
  /** Scopes that the caller needs. Empty if any caller may use the tool. */
  readonly scopes: readonly ('read' | 'write')[];
  readonly hints: ToolHints;
  /** Returns the schema of the arguments. */
  readonly input: () => Input;
  /** Returns the schema of the result. */
  readonly output: () => Output;
  /** The arguments' names, keyed by the names that the operations use. Used in error messages. */
  readonly names?: Readonly<Record<string, string>>;
  /** Names of settings that only a person can change. If a model sends one of them, the error says so. */
  readonly onlyInConsole?: readonly string[];
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<z.input<Output>>;
}

/** A tool with arguments of any type. Only pass arguments that its `input` has parsed. */
export interface Tool extends Omit<ToolOf<z.ZodObject, z.ZodObject>, 'run'> {
  readonly run: (args: never, context: ToolContext) => Promise<Record<string, unknown>>;
}

/**
 * Defines a tool. Ensures at compile time that its function matches its schemas. Builds the schemas when they
 * are first used, because a call only needs the schemas of one tool, and building all of them would slow down
 * cold starts.
 */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  of: ToolOf<Input, Output>,
): Tool => ({ ...of, input: lazy(of.input), output: lazy(of.output) });

/** Returns the first required scope that the caller lacks, or undefined if the caller may use the tool. */
export const missingScope = ({ scopes }: Pick<Caller, 'scopes'>, tool: Pick<Tool, 'scopes'>) =>
  tool.scopes.find((scope) => !scopes.includes(scope));
