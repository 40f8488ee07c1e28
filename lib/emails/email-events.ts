/** What SES tells of e-mails: its configuration set, and the way of its events into the e-mail log. */
import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { emailEventTypes } from '../../lambdas/emails/log/ses-event.ts';
import { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';
import { ServiceFunction, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

export class EmailEvents extends Construct {
  /** Every e-mail is sent with it. */
  readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { storage, ...stage }: Stage & { readonly storage: Storage }) {
    super(scope, id);
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', { reputationMetrics: true });
    this.configurationSet.addEventDestination('ToEventBridge', {
      // SES takes no other bus.
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
      meaning:
        'What became of e-mails could not be recorded in five tries: timelines say less than is known, and addresses ' +
        'that bounced or complained may get more e-mails.',
      late: {
        meaning:
          'What SES tells of e-mails has waited for a quarter of an hour: timelines say less than is known.',
      },
    });
    new Rule(this, 'FromSes', {
      description: 'Takes what SES tells of the e-mails of this stage',
      eventPattern: {
        source: ['aws.ses'],
        detailType: [...emailEventTypes],
        // Another stage, or anything else in this account, sends with another set.
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } } },
      },
      targets: [new SqsQueue(events.queue, { deadLetterQueue: events.deadLetters, retryAttempts: 185 })],
    });

    const record = new ServiceFunction(this, 'RecordEmailEvent', {
      ...stage,
      entry: 'emails/log/record-email-event',
      description:
        'Records what became of e-mails, and keeps addresses that bounce or complain from getting more',
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
