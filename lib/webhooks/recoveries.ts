/** Recoveries of webhooks: a queue of steps and the function that does them. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { webhookAttributes } from '../../lambdas/webhooks/webhook.ts';
import type { DeliveryQueues } from '../delivery-queues.ts';
import { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';
import { allOf, ServiceFunction, type Grant, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

export interface RecoveriesProps extends Stage {
  readonly storage: Storage;
  readonly queues: DeliveryQueues;
}

export class Recoveries extends Construct {
  /** Lets a function store a recovery and start it. */
  readonly grantStart: Grant;
  /** Lets a function start those again that stopped. */
  readonly grantResume: Grant;

  constructor(scope: Construct, id: string, { storage, queues, settings, bundles }: RecoveriesProps) {
    super(scope, id);
    const steps = new QueueWithDeadLetters(this, 'Recoveries', {
      variable: 'RECOVERIES_QUEUE_URL',
      visibilityTimeout: Duration.minutes(2),
      meaning:
        'A step of a recovery failed five times: webhook deliveries that an owner wants to be sent again are not. It is tried again in ten minutes.',
      late: {
        meaning:
          'Steps of recoveries have waited for half an hour: webhook deliveries that an owner wants to be sent again are late.',
        after: Duration.minutes(30),
      },
    });
    const sendStep = steps.grant('SendMessage');
    this.grantStart = allOf(
      storage.recoveries.grant('GetItem', 'PutItem', 'DeleteItem'),
      storage.deliveries.grantQueryIndex('failed'),
      sendStep,
    );
    this.grantResume = allOf(storage.recoveries.grant('GetItem', 'Query', 'DeleteItem'), sendStep);

    const run = new ServiceFunction(this, 'RunRecovery', {
      settings,
      bundles,
      entry: 'webhooks/recovery/run-recovery',
      description: 'Does one step of a recovery: queues some failed webhook deliveries again',
      timeout: Duration.seconds(30),
      grants: [
        storage.recoveries.grant('GetItem', 'PutItem', 'DeleteItem'),
        storage.webhooks.grantReadAttributes(webhookAttributes, 'GetItem'),
        storage.grantReadAccountStatus,
        storage.deliveries.grant('GetItem', 'PutItem'),
        storage.deliveries.grantQueryIndex('failed'),
        queues.deliveries.grant('SendMessage'),
        sendStep,
      ],
    });
    // A few webhooks at a time: their deliveries have the same queue as new ones.
    steps.deliverTo(run, { batchSize: 1, maxConcurrency: 5 });
  }
}
