/** What the runner and a thread with functions say to each other. Events and results travel as JSON text. */
import type { FunctionRole } from '../iam/guarded-requests.ts';
import type { OutgoingRequest } from './outgoing-requests.ts';

/** A function as a thread loads it. */
export interface WorkerSettings {
  readonly folder: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
  /** All that it sees in `process.env`. */
  readonly variables: Readonly<Record<string, string>>;
  /** By which its AWS calls are judged; undefined when they are not. */
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
  /** Milliseconds since the epoch at which the invocation times out. */
  readonly deadline: number;
}

export interface InvokeMessage {
  readonly environment: string;
  readonly invocation: Invocation;
}

/** An error as Lambda's Node runtime serialises it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: string[];
}

export type ResultMessage =
  { readonly id: string; readonly payload: string } | { readonly id: string; readonly error: FunctionError };

/** What a thread has to say of one of its environments. */
export interface EnvironmentMessage {
  readonly environment: string;
  /** What the function wrote since the last message. */
  readonly log?: string | undefined;
  readonly result?: ResultMessage;
  readonly denied?: string;
  /** A webhook that the function sent. */
  readonly webhook?: OutgoingRequest;
  /** An error that no invocation caught: the environment has ended. */
  readonly crash?: FunctionError;
}
