/** Creates the stage's EventBridge event bus and the functions that publish events to it. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { announcedDeliveries, announcedFormMembers } from '../../lambdas/event-bus/bus-event.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Matches deliveries when their status changes to `succeeded` or `failed`. Imported deliveries don't match
 * because they are inserted with their final status.
 */
const ENDED = ['succeeded', 'failed'].map((status) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: {
      status: { S: ['pending', 'retrying', 'succeeded', 'failed'].filter((each) => each !== status) },
    },
    NewImage: { event: { S: announcedDeliveries }, status: { S: [status] } },
  },
}));

const BOUNCED = [{ eventName: ['MODIFY'], dynamodb: { NewImage: { status: { S: ['bounced'] } } } }];

const CHANGED = [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }];

export interface EventAnnouncementsProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
}

export class EventAnnouncements extends Construct {
  readonly bus: EventBus;
  /** Lets a function queue an event about a submission. */
  readonly grantRequest: Grant;

  constructor(scope: Construct, id: string, { storage, baseUrl, ...stage }: EventAnnouncementsProps) {
    super(scope, id);
    const { settings } = stage;
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: `svc-forms-${settings.stage}`,
      description: 'Form backend events for EventBridge rules in this account',
    });
    new CfnOutput(this, 'EventBus', { value: this.bus.eventBusArn }).overrideLogicalId('EventBus');

    // The fan-out queues these events, because the submissions stream already has two readers. AWS recommends
    // at most two readers per stream.
    const submissions = new QueueWithDeadLetters(this, 'SubmissionEvents', {
      variable: 'SUBMISSION_EVENTS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      deadLetterAlarm: 'DeadJobs',
      lateAfter: Duration.minutes(15),
    });
    this.grantRequest = submissions.grant('SendMessage');
    const announceSubmissions = new ServiceFunction(this, 'AnnounceSubmissions', {
      ...stage,
      entry: 'outbox/announce-submissions',
      description: 'Publishes accepted, changed and deleted submissions to the event bus',
      timeout: Duration.seconds(30),
      grants: [
        baseUrl,
        storage.submissions.grant('GetItem'),
        storage.submissions.grantUpdateAttributes('submission_id', 'status', 'created_event_due'),
        this.#grantPut,
      ],
    });
    submissions.deliverTo(announceSubmissions, { batchSize: 10, maxConcurrency: 5 });
    this.#announceChanges(storage, stage);
  }

  #announceChanges(storage: Storage, stage: Stage): void {
    const announceChanges = new ServiceFunction(this, 'AnnounceChanges', {
      ...stage,
      entry: 'outbox/announce-changes',
      description: 'Publishes finished deliveries, bounced e-mails and form changes to the event bus',
      timeout: Duration.seconds(30),
      grants: [
        // Includes the key attributes, because the `dynamodb:Attributes` condition also applies to them.
        storage.forms.grantReadAttributes(['account_id', 'form_id', ...announcedFormMembers], 'GetItem'),
        this.#grantPut,
      ],
    });
    const shared = {
      batchSize: 100,
      failedRecords: new FailedRecords(this, 'FailedEvents', stage),
      lateAfter: Duration.minutes(15),
    };
    storage.deliveries.streamTo(announceChanges, { ...shared, filters: ENDED });
    storage.forms.streamTo(announceChanges, { ...shared, filters: CHANGED });
    if (stage.settings.mailSender !== undefined)
      storage.emails.streamTo(announceChanges, { ...shared, filters: BOUNCED });
  }

  /** Lets a function publish events to the stage's event bus. */
  readonly #grantPut: Grant = (fn) => {
    fn.setVariable('EVENT_BUS', this.bus.eventBusName);
    fn.allow(new PolicyStatement({ actions: ['events:PutEvents'], resources: [this.bus.eventBusArn] }));
  };
}
