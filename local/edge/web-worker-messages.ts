/** What the runner and a web function's worker thread say to each other. */
import type { DenialMessage } from '../functions/worker-messages.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';

export interface WebWorkerSettings {
  readonly entry: string;
  readonly role: FunctionRole | undefined;
}

/** The thread hands over what is left of its log, and ends. */
export interface StopMessage {
  readonly stop: true;
}

/** The server listens; it has written to its log; or a request of it to AWS was refused. */
export type WebWorkerMessage = { readonly isListening: true } | { readonly log: string } | DenialMessage;
