/** Defines the handlers for the event methods. They are loaded when an event method is first called. */
import type { Members } from '../protocol/rpc-message.ts';

/** The handlers for the event methods. */
export interface EventMethods {
  readonly list: (params: Members) => Promise<Members>;
  readonly subscribe: (params: Members) => Promise<Members>;
  readonly unsubscribe: (params: Members) => Promise<Members>;
}
