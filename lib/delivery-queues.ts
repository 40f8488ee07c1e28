/** The two queues of webhook deliveries. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import type { StageSettings } from './stage-settings.ts';

export interface DeliveryQueues {
  /** Deliveries whose next attempt is due now. */
  readonly deliveries: QueueWithDeadLetters;
  /** Those of them whose endpoints are slow: they wait for one another and hold up nobody else. */
  readonly slowDeliveries: QueueWithDeadLetters;
}

export function makeDeliveryQueues(scope: Construct, settings: StageSettings): DeliveryQueues {
  // AWS advises six times the function's time for queues whose function may be throttled. The mapping's own limit
  // of concurrency never throttles, the AWS account's should be above it, and the sooner a message is back after a
  // crash, the better.
  const visibilityTimeout = Duration.seconds(attemptTimeout(settings).toSeconds() * 3);
  return {
    deliveries: new QueueWithDeadLetters(scope, 'Deliveries', {
      variable: 'DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      meaning:
        'Webhook deliveries failed five times on our side: their receivers are still waiting for them.',
      late: {
        meaning:
          'Webhook deliveries have waited for a quarter of an hour: receivers hear late of submissions.',
      },
    }),
    slowDeliveries: new QueueWithDeadLetters(scope, 'SlowDeliveries', {
      variable: 'SLOW_DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      meaning:
        'Webhook deliveries to slow endpoints failed five times on our side: their receivers are still waiting ' +
        'for them.',
      late: {
        meaning:
          'Webhook deliveries to slow endpoints have waited for half an hour: their receivers hear late of submissions.',
        after: Duration.minutes(30),
      },
    }),
  };
}

/**
 * How long the function of the queues may take: while it waits for one attempt it takes more messages, of which the last
 * may take as long again. Messages stay hidden for longer.
 */
export function deliverTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(2 * webhookDeadlineSeconds + 20);
}

/** How long a function may take that makes an attempt: the request's deadline, then time to read and record. */
export function attemptTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(webhookDeadlineSeconds + 20);
}
