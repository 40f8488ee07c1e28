/** Prevents the SDK from repeating writes that may already be done. */
import type { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../core/errors.ts';
import { isOutage } from './call-errors.ts';
import { isThrottled } from './dynamodb.ts';

/**
 * Returns the same update, which is repeated only if the store refused it. After a timeout or fault, the
 * write may have been made, and a unit would be taken from a counter twice.
 * @throws Unavailable, from its `send`, when it is unknown whether the write was made
 */
export function unrepeated(update: UpdateCommand): UpdateCommand {
  update.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        // Without its cause, because the SDK would inspect that and retry.
        throw isOutage(error) && !isThrottled(error) ? new Unavailable() : error;
      }
    },
    // The document client adds a command's middleware twice.
    { step: 'finalizeRequest', name: 'unrepeated', priority: 'low', override: true },
  );
  return update;
}
