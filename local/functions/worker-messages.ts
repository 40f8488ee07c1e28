/**
 * Defines the messages between the runner and a thread with functions. Events and results are sent as JSON
 * text.
 */
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { OutgoingRequest } from './outgoing-requests.ts';

/** A function that a thread loads. */
export interface WorkerSettings {
  readonly folder: string;
  /** Handler in the format `file.export`, as in the template. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
  /** The function's complete `process.env`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The role that the function's AWS calls are checked against. Undefined if the calls aren't checked. */
  readonly role: FunctionRole | undefined;
}

/** Loads a function into an execution environment of the thread. */
export interface LoadMessage {
  readonly environment: string;
  readonly settings: WorkerSettings;
}

export interface Invocation {
  readonly id: string;
  readonly event: string;
  /** The invocation's trace header, as in Lambda's variable `_X_AMZN_TRACE_ID`. */
  readonly traceHeader: string;
  /** Time at which the invocation times out, in milliseconds since the epoch. */
  readonly deadline: number;
}

export interface InvokeMessage {
  readonly environment: string;
  readonly invocation: Invocation;
}

/** An error as serialized by Lambda's Node runtime. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: string[];
}

export type ResultMessage =
  { readonly id: string; readonly payload: string } | { readonly id: string; readonly error: FunctionError };

/** An event from one of the thread's environments. */
export interface EnvironmentMessage {
  readonly environment: string;
  /** The function's output since the last message. */
  readonly log?: string | undefined;
  readonly result?: ResultMessage;
  readonly denied?: string;
  /** A webhook request that the function sent. */
  readonly webhook?: OutgoingRequest;
  /** An error outside of any invocation, which stopped the environment. */
  readonly crash?: FunctionError;
}
