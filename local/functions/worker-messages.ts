/** What the runner and a function's worker thread say to each other. Events and results travel as JSON text. */
import type { FunctionRole } from '../iam/guarded-requests.ts';

/** Handed to the worker when it is made. */
export interface WorkerSettings {
  readonly folder: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
  /** By which its AWS calls are judged; undefined when they are not. */
  readonly role: FunctionRole | undefined;
}

export interface InvokeMessage {
  readonly id: string;
  readonly event: string;
  /** Milliseconds since the epoch at which the invocation times out. */
  readonly deadline: number;
}

/** An error as Lambda's Node runtime serialises it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: string[];
}

/** A request of an AWS client that the function's role does not allow. */
export interface DenialMessage {
  readonly denied: string;
}

export type ResultMessage =
  { readonly id: string; readonly payload: string } | { readonly id: string; readonly error: FunctionError };
