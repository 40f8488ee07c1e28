/** Logs every DynamoDB call that is throttled, including calls that the SDK retries silently. */
import { Logger } from '@aws-lambda-powertools/logger';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../core/clock.ts';
import { isThrottling } from './call-errors.ts';
import { metricMembers } from './metrics.ts';

type Next = (args: object) => Promise<object>;

/** The parts of an SDK client that this file uses. */
interface Client {
  readonly middlewareStack: {
    add(
      middleware: (next: Next, context: { readonly commandName?: string }) => Next,
      options: { step: 'finalizeRequest'; name: string; priority: 'low' },
    ): void;
  };
}

const logger = new Logger({ serviceName: 'svc-forms' });

/** Makes a client log each throttled attempt ("DynamoDB table throttled"), with a metric that an alarm watches. */
export function logThrottling<Of>(
  client: Of,
  { now, log }: { readonly now: Clock; readonly log: Pick<Logger, 'warn'> } = { now: Date.now, log: logger },
): Of {
  // Add the middleware inside the SDK's retry loop, so that it sees every attempt.
  (client as Client).middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (wasThrottled(error))
            log.warn('DynamoDB table throttled', {
              command: commandName,
              table: tableOf(args),
              ...metricMembers({ now: now(), values: { ThrottledCalls: 1 } }),
            });
          throw error;
        }
      },
    { step: 'finalizeRequest', name: 'tellingOfThrottling', priority: 'low' },
  );
  return client;
}

const THROTTLED = ['ThrottlingError', 'ProvisionedThroughputExceeded'];

function wasThrottled(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return error.CancellationReasons?.some(({ Code = '' }) => THROTTLED.includes(Code)) ?? false;
  return isThrottling(error);
}

/** Returns the name of the table that a call uses, or undefined for calls that use several tables. */
function tableOf(args: object): unknown {
  const { input } = args as { input?: { TableName?: unknown } };
  return input?.TableName;
}
