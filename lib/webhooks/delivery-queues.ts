/** The two queues of webhook deliveries. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface DeliveryQueues {
  /** Deliveries whose next attempt is due now. */
  readonly deliveries: QueueWithDeadLetters;
  /** Deliveries to slow endpoints, which therefore don't delay other deliveries. */
  readonly slowDeliveries: QueueWithDeadLetters;
}

export function makeDeliveryQueues(scope: Construct, settings: StageSettings): DeliveryQueues {
  // Three times the timeout instead of the six that AWS advises, so that a message returns sooner after a crash. The
  // longer time is for throttled functions, and the maximum concurrency of the event source mapping doesn't throttle.
  const visibilityTimeout = Duration.seconds(attemptTimeout(settings).toSeconds() * 3);
  return {
    deliveries: new QueueWithDeadLetters(scope, 'Deliveries', {
      variable: 'DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      deadLettersImpact:
        'Webhook deliveries failed five times because of an error in the service. Their endpoints have not received them.',
      ageAlarm: {
        impact:
          'Webhook deliveries have been waiting for more than 15 minutes. Endpoints receive submissions late.',
      },
    }),
    slowDeliveries: new QueueWithDeadLetters(scope, 'SlowDeliveries', {
      variable: 'SLOW_DELIVERIES_QUEUE_URL',
      visibilityTimeout,
      deadLettersImpact:
        'Webhook deliveries to slow endpoints failed five times because of an error in the service. The endpoints have ' +
        'not received them.',
      ageAlarm: {
        impact:
          'Webhook deliveries to slow endpoints have been waiting for more than 30 minutes. These endpoints receive ' +
          'submissions late.',
        threshold: Duration.minutes(30),
      },
    }),
  };
}

/**
 * Returns the timeout of the deliver function. It receives more messages while it waits for an attempt, so the last
 * message may need the deadline a second time.
 */
export function deliverTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(2 * webhookDeadlineSeconds + 20);
}

/** Returns the time for one attempt: the deadline of the request, plus 20 s to read and record the delivery. */
export function attemptTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(webhookDeadlineSeconds + 20);
}
