/** The queues that functions on both sides of the API send to, made before either. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import type { StageSettings } from './stage-settings.ts';

/** How long a function may take that makes an attempt: the request's deadline, then time to read and record. */
export function attemptTimeout({ webhookDeadlineSeconds }: StageSettings): Duration {
  return Duration.seconds(webhookDeadlineSeconds + 20);
}

export class WebhookQueues extends Construct {
  /** Deliveries that want looking after. */
  readonly deliveries: QueueWithDeadLetters;
  /** Those of them whose endpoints are slow: they wait for one another and hold up nobody else. */
  readonly slowDeliveries: QueueWithDeadLetters;
  /** Submissions and notices that people are to be told of; absent while the stage has no mail sender. */
  readonly emails: QueueWithDeadLetters | undefined;

  constructor(scope: Construct, id: string, { settings }: { settings: StageSettings }) {
    super(scope, id);
    const ofDeliveries = {
      // AWS advises six times the function's time for queues whose function may be throttled. The mapping's own limit
      // of concurrency never throttles, the AWS account's should be above it, and the sooner a message is back after a
      // crash, the better.
      visibilityTimeout: Duration.seconds(attemptTimeout(settings).toSeconds() * 3),
      meaning: 'Deliveries of webhooks failed on our side five times over; their receivers wait for them.',
    };
    this.deliveries = new QueueWithDeadLetters(this, 'Deliveries', {
      ...ofDeliveries,
      variable: 'DELIVERIES_QUEUE_URL',
    });
    this.slowDeliveries = new QueueWithDeadLetters(this, 'SlowDeliveries', {
      ...ofDeliveries,
      variable: 'SLOW_DELIVERIES_QUEUE_URL',
    });
    this.emails =
      settings.mailSender === undefined
        ? undefined
        : new QueueWithDeadLetters(this, 'Emails', {
            variable: 'EMAILS_QUEUE_URL',
            // Longer than a claim to send lasts: what comes back after a crash can be sent at once.
            visibilityTimeout: Duration.minutes(3),
            meaning: 'People were not told of submissions to their forms, or of webhooks that were disabled.',
          });
  }
}
