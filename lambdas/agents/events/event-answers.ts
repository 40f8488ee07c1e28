/** Defines the answers to the methods for events, which are loaded with the first of them. */
import type { Members } from '../protocol/rpc-message.ts';

/** The answers to the methods for events. */
export interface EventMethods {
  readonly list: (params: Members) => Promise<Members>;
  readonly subscribe: (params: Members) => Promise<Members>;
  readonly unsubscribe: (params: Members) => Promise<Members>;
}
