/** Defines the handlers of the methods for events. The handlers are loaded with the first event method. */
import type { Members } from '../protocol/rpc-message.ts';

/** The handlers of the methods for events. */
export interface EventMethods {
  readonly list: (params: Members) => Promise<Members>;
  readonly subscribe: (params: Members) => Promise<Members>;
  readonly unsubscribe: (params: Members) => Promise<Members>;
}
