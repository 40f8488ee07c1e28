/** Converts outages of AWS services to `Unavailable`, which results in a 503 response. */
import { Unavailable } from '../core/errors/errors.ts';
import { isOutage } from './call-errors.ts';

type Next = (args: object) => Promise<object>;

/** The parts of an SDK client that this file uses. */
interface Client {
  readonly middlewareStack: {
    add(
      middleware: (next: Next) => Next,
      options: { step: 'initialize'; name: string; priority: 'high' },
    ): void;
  };
}

/**
 * Makes a client throw `Unavailable` for throttling, timeouts and service faults once its retries are used
 * up. All other errors stay unchanged.
 */
export function unavailableInOutages<Of>(client: Of): Of {
  const { middlewareStack } = client as Client;
  const middleware = (next: Next): Next => {
    return async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isOutage(error) ? new Unavailable(undefined, { cause: error }) : error;
      }
    };
  };
  middlewareStack.add(middleware, { step: 'initialize', name: 'unavailableInOutages', priority: 'high' });
  return client;
}
