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
  /** What owners of webhooks are to be told; whoever writes e-mails consumes it. */
  readonly notices: QueueWithDeadLetters;

  constructor(scope: Construct, id: string, { settings }: { settings: StageSettings }) {
    super(scope, id);
    this.deliveries = new QueueWithDeadLetters(this, 'Deliveries', {
      variable: 'DELIVERIES_QUEUE_URL',
      // AWS advises six times the function's time for queues whose function may be throttled; the mapping's own
      // limit of concurrency never throttles, and the sooner a message is back after a crash, the better.
      visibilityTimeout: Duration.seconds(attemptTimeout(settings).toSeconds() * 3),
      meaning: 'Deliveries of webhooks failed on our side five times over; their receivers wait for them.',
    });
    this.notices = new QueueWithDeadLetters(this, 'Notices', {
      variable: 'NOTICES_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      meaning: 'Owners of webhooks were not told that a webhook was disabled.',
    });
  }
}
