/** Prevents the SDK from retrying writes that might already have succeeded. */
import type { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../core/errors/errors.ts';
import { isOutage } from './call-errors.ts';
import { isThrottled } from './dynamodb.ts';

/**
 * Modifies an update so that the SDK retries it only if DynamoDB rejected it. After a timeout or fault, the
 * write might have succeeded, and a retry would count a unit twice.
 * @throws Unavailable from `send`, when it is unknown whether the write succeeded
 */
export function unrepeated(update: UpdateCommand): UpdateCommand {
  update.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        // Don't set the original error as the cause, because the SDK would inspect it and retry the update.
        throw isOutage(error) && !isThrottled(error) ? new Unavailable() : error;
      }
    },
    // Override existing middleware, because the document client adds a command's middleware twice.
    { step: 'finalizeRequest', name: 'unrepeated', priority: 'low', override: true },
  );
  return update;
}
