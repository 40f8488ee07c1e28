/** What the runner and a web function's worker thread say to each other. */
import type { DenialMessage } from '../functions/worker-messages.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';

export interface WebWorkerSettings {
  readonly entry: string;
  readonly role: FunctionRole | undefined;
}

/** The server listens, or a request of it to AWS was refused. */
export type WebWorkerMessage = { readonly isListening: true } | DenialMessage;
