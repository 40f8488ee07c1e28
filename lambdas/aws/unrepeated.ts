/** Writes that the SDK does not make again when they may be done already. */
import type { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../core/errors.ts';
import { isOutage } from './call-errors.ts';
import { isThrottled } from './dynamodb.ts';

/**
 * The same update, which is repeated only when the store refused it. A time-out or a fault may come after the work: what
 * is taken from a counter would be taken twice.
 * @throws Unavailable, from its `send`, when it is not known whether it was done
 */
export function unrepeated(update: UpdateCommand): UpdateCommand {
  update.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        // Without its cause: the SDK would look at that, and try again.
        throw isOutage(error) && !isThrottled(error) ? new Unavailable() : error;
      }
    },
    // The document client adds what a command has twice.
    { step: 'finalizeRequest', name: 'unrepeated', priority: 'low', override: true },
  );
  return update;
}
