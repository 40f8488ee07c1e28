/** The stage's EventBridge bus, and the functions that put on it what happens in the service. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { announcedFormMembers } from '../../lambdas/event-bus/bus-event.ts';
import { FailedRecords } from '../failed-records-bucket.ts';
import { QueueWithDeadLetters } from '../queue-with-dead-letters.ts';
import { ServiceFunction, type Grant, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

/** Ends of deliveries that were not at this end before. What is stored with its end was imported. */
const ENDED = ['succeeded', 'failed'].map((status) => ({
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: {
      status: { S: ['pending', 'retrying', 'succeeded', 'failed'].filter((each) => each !== status) },
    },
    NewImage: { event: { S: ['submission.created'] }, status: { S: [status] } },
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
  /** Lets a function ask for the event of an accepted submission. */
  readonly grantRequest: Grant;

  constructor(scope: Construct, id: string, { storage, baseUrl, ...stage }: EventAnnouncementsProps) {
    super(scope, id);
    const { settings } = stage;
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: `svc-forms-${settings.stage}`,
      description: 'What happens in the form backend, for rules of this account',
    });
    new CfnOutput(this, 'EventBus', { value: this.bus.eventBusArn }).overrideLogicalId('EventBus');

    // The stream of submissions has two readers, as many as AWS advises: fan-out queues what goes on the bus.
    const submissions = new QueueWithDeadLetters(this, 'SubmissionEvents', {
      variable: 'SUBMISSION_EVENTS_QUEUE_URL',
      visibilityTimeout: Duration.minutes(3),
      meaning:
        'Submissions could not be put on the event bus in five tries: what follows from its rules has not happened.',
      late: {
        meaning:
          'Submissions have waited for the event bus for a quarter of an hour: what follows from its rules is late.',
      },
    });
    this.grantRequest = submissions.grant('SendMessage');
    const announceSubmissions = new ServiceFunction(this, 'AnnounceSubmissions', {
      ...stage,
      entry: 'outbox/announce-submissions',
      description: 'Puts accepted submissions on the event bus',
      timeout: Duration.seconds(30),
      grants: [baseUrl, storage.submissions.grant('GetItem'), this.#grantPut],
    });
    submissions.deliverTo(announceSubmissions, { batchSize: 10, maxConcurrency: 5 });
    this.#announceChanges(storage, stage);
  }

  /** Of deliveries and e-mails it is the second reader, of forms the only one. */
  #announceChanges(storage: Storage, stage: Stage): void {
    const announceChanges = new ServiceFunction(this, 'AnnounceChanges', {
      ...stage,
      entry: 'outbox/announce-changes',
      description: 'Puts ended deliveries, bounced e-mails and changes of forms on the event bus',
      timeout: Duration.seconds(30),
      grants: [
        // A key that is asked for counts as an attribute.
        storage.forms.grantReadAttributes(['account_id', 'form_id', ...announcedFormMembers], 'GetItem'),
        this.#grantPut,
      ],
    });
    const shared = {
      batchSize: 100,
      failedRecords: new FailedRecords(this, 'FailedEvents', stage),
      late: {
        stream: 'events',
        meaning:
          'Changes have waited for the event bus for a quarter of an hour: what follows from its rules is late.',
        after: Duration.minutes(15),
      },
    };
    storage.deliveries.streamTo(announceChanges, { ...shared, only: ENDED });
    storage.forms.streamTo(announceChanges, { ...shared, only: CHANGED });
    if (stage.settings.mailSender !== undefined)
      storage.emails.streamTo(announceChanges, { ...shared, only: BOUNCED });
  }

  /** Lets a function put events on this bus, and tells it the bus's name. */
  readonly #grantPut: Grant = (fn) => {
    fn.setVariable('EVENT_BUS', this.bus.eventBusName);
    fn.allow(new PolicyStatement({ actions: ['events:PutEvents'], resources: [this.bus.eventBusArn] }));
  };
}
