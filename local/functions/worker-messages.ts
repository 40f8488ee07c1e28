/** The messages between the runner and a thread with functions. Events and results are sent as JSON text. */
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { OutgoingRequest } from './outgoing-requests.ts';

/** A function that a thread loads. */
export interface WorkerSettings {
  readonly folder: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
  /** The complete `process.env` of the function. */
  readonly variables: Readonly<Record<string, string>>;
  /** The role that its AWS calls are checked against; undefined if they are not checked. */
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
  /** When the invocation times out, in milliseconds since the epoch. */
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

/** An event of one of the thread's environments. */
export interface EnvironmentMessage {
  readonly environment: string;
  /** Output of the function since the last message. */
  readonly log?: string | undefined;
  readonly result?: ResultMessage;
  readonly denied?: string;
  /** A webhook that the function sent. */
  readonly webhook?: OutgoingRequest;
  /** An error outside of any invocation, which has ended the environment. */
  readonly crash?: FunctionError;
}
