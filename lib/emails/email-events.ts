/**
 * Creates the SES configuration set, and the queue and function that record SES events in the e-mail log.
 */
import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { emailEventTypes } from '../../lambdas/emails/log/ses-event.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export class EmailEvents extends Construct {
  /** All e-mails are sent with this configuration set. */
  readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { storage, ...stage }: Stage & { readonly storage: Storage }) {
    super(scope, id);
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', { reputationMetrics: true });
    this.configurationSet.addEventDestination('ToEventBridge', {
      // Use the account's default event bus, because SES can't publish to any other.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.RENDERING_FAILURE,
        EmailSendingEvent.DELIVERY_DELAY,
      ],
    });

    const events = new QueueWithDeadLetters(this, 'EmailEvents', {
      variable: 'EMAIL_EVENTS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.minutes(15),
    });
    new Rule(this, 'FromSes', {
      description: 'Queues SES events about e-mails of this stage',
      eventPattern: {
        source: ['aws.ses'],
        detailType: [...emailEventTypes],
        // Ignores other stages and applications in this account, which use other configuration sets.
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } } },
      },
      targets: [new SqsQueue(events.queue, { deadLetterQueue: events.deadLetters, retryAttempts: 185 })],
    });

    const record = new ServiceFunction(this, 'RecordEmailEvent', {
      ...stage,
      entry: 'emails/log/record-email-event',
      description: 'Records SES events, and blocks addresses that bounce or complain',
      timeout: Duration.seconds(30),
      grants: [
        storage.emails.grantWriteWithoutReturn('UpdateItem'),
        storage.recipients.grantWriteWithoutReturn('UpdateItem'),
        storage.formSlugs.grantWriteWithoutReturn('ConditionCheckItem'),
      ],
    });
    events.deliverTo(record, { batchSize: 10, maxConcurrency: 5 });
  }
}
