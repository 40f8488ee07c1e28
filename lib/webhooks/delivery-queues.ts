/** Creates the two queues for webhook deliveries. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface DeliveryQueues {
  /** Queue of deliveries that are ready for their next attempt. */
  readonly deliveries: QueueWithDeadLetters;
  /** Queue of deliveries to slow endpoints, kept separate so that they don't delay other deliveries. */
  readonly slowDeliveries: QueueWithDeadLetters;
}

export function makeDeliveryQueues(scope: Construct, settings: StageSettings): DeliveryQueues {
  // AWS recommends six times the timeout to allow for throttling. Three times is enough here, because the
  // concurrency limit of an event source mapping doesn't cause throttling. With a shorter visibility timeout,
  // messages are retried sooner after a crash.
  const visibilityTimeout = Duration.seconds(attemptTimeout(settings).toSeconds() * 3);
  return {
    deliveries: new QueueWithDeadLetters(scope, 'Deliveries', {
      variable: 'DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      deadLetterAlarm: 'DeadNotifications',
      lateAfter: Duration.minutes(15),
      lateImpact:
        'Webhook deliveries have been waiting for more than 15 minutes. Endpoints receive submissions late.',
    }),
    slowDeliveries: new QueueWithDeadLetters(scope, 'SlowDeliveries', {
      variable: 'SLOW_DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      deadLetterAlarm: 'DeadNotifications',
      lateAfter: Duration.minutes(30),
    }),
  };
}

/**
 * Returns the timeout of the deliver function. The timeout allows for two attempts, because the function
 * receives more messages while it waits, and the last message may take as long as the first.
 */
export function deliverTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(2 * webhookDeadlineSeconds + 20);
}

/**
 * Returns the maximum duration of one delivery attempt: the request timeout, plus 20 s to read and store the
 * delivery.
 */
export function attemptTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(webhookDeadlineSeconds + 20);
}
