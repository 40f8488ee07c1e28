/** Creates the queue and function that run webhook recoveries in steps. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { submissionStatusAttributes } from '../../lambdas/webhooks/recovery/recovery.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { allOf, ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface RecoveriesProps extends Stage {
  readonly storage: Storage;
  readonly queues: DeliveryQueues;
}

export class Recoveries extends Construct {
  /** The queue of recovery steps. */
  readonly steps: QueueWithDeadLetters;
  /** Lets a function store and start a webhook recovery. */
  readonly grantStart: Grant;
  /** Lets a function resume webhook recoveries that stopped. */
  readonly grantResume: Grant;

  constructor(scope: Construct, id: string, { storage, queues, settings, bundles }: RecoveriesProps) {
    super(scope, id);
    this.steps = new QueueWithDeadLetters(this, 'Recoveries', {
      variable: 'RECOVERIES_QUEUE_URL',
      visibilityTimeout: Duration.minutes(2),
      deadLetterAlarm: 'DeadNotifications',
      lateAfter: Duration.minutes(30),
    });
    const { steps } = this;
    const readStatus = storage.submissions.grantReadAttributes(submissionStatusAttributes, 'BatchGetItem');
    const sendStep = steps.grant('SendMessage');
    this.grantStart = allOf(
      storage.recoveries.grant('GetItem', 'PutItem', 'DeleteItem'),
      storage.deliveries.grantQueryIndex('failed'),
      readStatus,
      sendStep,
    );
    this.grantResume = allOf(storage.recoveries.grant('GetItem', 'Query', 'DeleteItem'), sendStep);

    const run = new ServiceFunction(this, 'RunRecovery', {
      settings,
      bundles,
      entry: 'webhooks/recovery/run-recovery',
      description: 'Runs one step of a recovery: queues some failed webhook deliveries again',
      timeout: Duration.seconds(30),
      // Each step processes the next deliveries and queues another step, until none are left.
      mayInvokeItself: true,
      grants: [
        storage.recoveries.grant('GetItem', 'PutItem', 'DeleteItem'),
        storage.grantReadWebhook,
        storage.grantAddToAuditLog,
        storage.grantReadAccountStatus,
        storage.deliveries.grant('GetItem', 'PutItem'),
        storage.deliveries.grantQueryIndex('failed'),
        readStatus,
        queues.deliveries.grant('SendMessage'),
        sendStep,
      ],
    });
    // Limit concurrency, because recovered deliveries share a queue with new ones.
    steps.deliverTo(run, { batchSize: 1, maxConcurrency: 5 });
  }
}
