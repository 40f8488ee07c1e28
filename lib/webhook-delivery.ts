/** Delivers stored submissions to webhooks: stream → fan-out → queue → first attempt → retry ladder, and a sweeper. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue as QueueTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { webhookAttributes } from '../lambdas/webhooks/webhook.ts';
import { FIVE_MINUTES, ServiceAlarm } from './alarms/service-alarm.ts';
import { deliverTimeout, makeDeliveryQueues, type DeliveryQueues } from './delivery-queues.ts';
import type { EmailSending } from './emails/email-sending.ts';
import type { EventAnnouncements } from './events/event-announcements.ts';
import { FailedRecords } from './failed-records-bucket.ts';
import type { FileDeletion } from './file-deletion.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import { retryLadderDefinition } from './retry-ladder-definition.ts';
import { newLogGroup, ServiceFunction, variable, type Grant, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';
import { Recoveries } from './webhooks/recoveries.ts';
import { grantWebhookPing, grantWebhookSending } from './webhook-sending-grants.ts';

/** What its stream record shows of a submission that was accepted when it was posted. What is imported was not posted. */
const ACCEPTED = { status: { S: ['received'] }, imported_at: { S: [{ exists: false }] } };

/** The same of one from which a webhook or an e-mail may follow. */
const ACCEPTED_TO_TELL = { ...ACCEPTED, nobody_to_tell: { BOOL: [{ exists: false }] } };

/** Stream records of submissions that were accepted by their release from spam. */
const RELEASED = {
  eventName: ['MODIFY'],
  dynamodb: { OldImage: { status: { S: ['spam'] } }, NewImage: { status: { S: ['received'] } } },
};

/** Stream records of submissions with files that are deleted or expire; only they have a key for signed links. */
const REMOVED_WITH_FILES = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } },
};

export interface WebhookDeliveryProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
  /** Absent while the stage has no mail sender. */
  readonly emails: EmailSending | undefined;
  readonly fileDeletion: FileDeletion;
  /** Absent while the stage has no event bus. */
  readonly events: EventAnnouncements | undefined;
}

export class WebhookDelivery extends Construct {
  /** Lets a function send webhooks itself, for a replay. */
  readonly grantSending: Grant;
  /** Lets a function send test pings. */
  readonly grantPing: Grant;
  /** Lets a function start recoveries. */
  readonly grantRecover: Grant;
  readonly queues: DeliveryQueues;
  readonly ladderArn: string;
  readonly #stage: Stage;
  readonly #sweeper: ServiceFunction;

  constructor(scope: Construct, id: string, props: WebhookDeliveryProps) {
    super(scope, id);
    const { settings, bundles } = props;
    this.#stage = { settings, bundles };
    this.queues = makeDeliveryQueues(this, settings);
    this.grantSending = grantWebhookSending({ ...props, queues: this.queues });
    this.grantPing = grantWebhookPing({ ...props, queues: this.queues });

    const ladder = this.#retryLadder(props);
    this.ladderArn = ladder.stateMachineArn;
    this.#firstAttempts(ladder, props);
    const fansOut = this.#grantsOfFanOut(props);
    const failedSubmissions = this.#fanOut(fansOut, props);
    const recoveries = new Recoveries(this, 'Recoveries', { ...props, queues: this.queues });
    this.grantRecover = recoveries.grantStart;
    this.#sweeper = this.#makeSweeper(
      [...fansOut, failedSubmissions.grantTakeOut('FAILED_SUBMISSIONS_BUCKET'), recoveries.grantResume],
      props,
    );
  }

  /** Has the sweeper measure what waits in these buckets, which are all of the stage. */
  measure(failedRecords: readonly FailedRecords[]): void {
    const buckets = failedRecords.map(({ node, bucket }) => [node.id, bucket.bucketName] as const);
    const variable = Stack.of(this).toJsonString(Object.fromEntries(buckets));
    this.#sweeper.setVariable('FAILED_RECORDS_BUCKETS', variable);
    for (const each of failedRecords) each.grantCount(this.#sweeper);
  }

  /** What waits for attempts 2 and later. A ladder that breaks is sent to the queue, whose consumer goes on. */
  #retryLadder({ settings }: WebhookDeliveryProps): StateMachine {
    const { queue, deadLetters } = this.queues.deliveries;
    const ladder = new StateMachine(this, 'RetryLadder', {
      stateMachineType: StateMachineType.STANDARD,
      // What failed is logged, without what it was about: its input is an id and a time.
      logs: { destination: newLogGroup(this, settings), level: LogLevel.ERROR, includeExecutionData: true },
      tracingEnabled: settings.tracing,
      role: new InlinePolicyRole(this, 'RetryLadderRole', {
        assumedBy: new ServicePrincipal('states.amazonaws.com'),
      }),
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(retryLadderDefinition(queue.queueUrl, Stack.of(this).partition)),
      ),
    });
    ladder.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
    );
    new ServiceAlarm(this, 'LaddersFail', {
      metric: new MathExpression({
        expression: 'FILL(failed, 0) + FILL(timedOut, 0)',
        usingMetrics: {
          failed: ladder.metricFailed(FIVE_MINUTES),
          timedOut: ladder.metricTimedOut(FIVE_MINUTES),
        },
        label: 'Retry ladders that fail',
        ...FIVE_MINUTES,
      }),
      threshold: 1,
      meaning:
        'Retries of webhook deliveries could not be asked for: they are made at once or later than they should be.',
      remedy:
        'Find the error in the log of the retry ladder; the deliveries went back to their queue by themselves.',
      section: 'laddersfail',
    });
    new Rule(this, 'BrokenLadders', {
      description: 'Sends deliveries back to the queue whose retry ladder failed',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [ladder.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [new QueueTarget(queue, { deadLetterQueue: deadLetters, retryAttempts: 185 })],
    });
    return ladder;
  }

  #firstAttempts(ladder: StateMachine, { baseUrl, settings }: WebhookDeliveryProps): void {
    const { deliveries, slowDeliveries } = this.queues;
    const deliver = new ServiceFunction(this, 'Deliver', {
      ...this.#stage,
      entry: 'webhooks/delivery/deliver',
      description: 'Makes the attempts of webhook deliveries that are due',
      timeout: deliverTimeout(settings),
      grants: [
        baseUrl,
        this.grantSending,
        grantStart(ladder),
        deliveries.grant('ChangeMessageVisibility'),
        slowDeliveries.grant('SendMessage', 'ChangeMessageVisibility'),
      ],
    });
    // All of a batch are sent at the same time. While the slowest is waited for, the function receives more by itself, as
    // it may by the permissions of the event sources.
    deliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.deliverConcurrency });
    slowDeliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.slowDeliverConcurrency });
  }

  /** What it takes to decide who is told of a submission, and to tell them; the sweeper does it again. */
  #grantsOfFanOut({
    storage,
    emails,
    fileDeletion,
    events,
    settings,
  }: WebhookDeliveryProps): readonly Grant[] {
    return [
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      storage.deliveries.grant('GetItem', 'PutItem'),
      this.queues.deliveries.grant('SendMessage'),
      variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
      ...(emails ? [emails.grantNotify] : []),
      fileDeletion.grantRequest,
      ...(events ? [events.grantRequest] : []),
    ];
  }

  /** @returns where the stream records go that fan-out could not handle */
  #fanOut(grants: readonly Grant[], { storage, events, settings }: WebhookDeliveryProps): FailedRecords {
    const fanOut = new ServiceFunction(this, 'FanOut', {
      ...this.#stage,
      entry: 'outbox/fan-out-submissions',
      description: 'Makes a delivery for each enabled webhook of a new submission, and queues its e-mails',
      timeout: Duration.seconds(30),
      grants,
    });
    const failedRecords = new FailedRecords(this, 'FailedSubmissions', { settings });
    storage.submissions.streamTo(fanOut, {
      // The event bus is told of every submission.
      only: [
        { eventName: ['INSERT'], dynamodb: { NewImage: events ? ACCEPTED : ACCEPTED_TO_TELL } },
        RELEASED,
        REMOVED_WITH_FILES,
      ],
      batchSize: 100,
      parallelBatches: 4,
      failedRecords,
      late: {
        stream: 'fan-out',
        meaning:
          'Submissions were stored more than 15 minutes ago and their webhooks and e-mails have not been sent.',
        after: Duration.minutes(15),
      },
    });
    // `npm run redrive -- --submissions` finds the submissions by this output.
    new CfnOutput(this, 'SubmissionsTable', {
      value: storage.submissions.table.tableName,
    }).overrideLogicalId('SubmissionsTable');
    return failedRecords;
  }

  /** Looks every few minutes for what got stuck. */
  #makeSweeper(grants: readonly Grant[], { storage, settings }: WebhookDeliveryProps): ServiceFunction {
    const sweeper = new ServiceFunction(this, 'Sweep', {
      ...this.#stage,
      entry: 'outbox/sweep',
      description: 'Restarts deliveries that are overdue, and the fan-out of submissions for which it failed',
      timeout: Duration.minutes(2),
      grants: [
        ...grants,
        storage.deliveries.grant('UpdateItem'),
        storage.deliveries.grantQueryIndex('overdue'),
        this.queues.deliveries.grantRedrive('DELIVERIES_DEAD_LETTERS_URL'),
        this.queues.slowDeliveries.grantRedrive('SLOW_DELIVERIES_DEAD_LETTERS_URL'),
      ],
    });
    new Rule(this, 'SweepSchedule', {
      description: 'Looks for webhook deliveries that got stuck',
      schedule: Schedule.rate(Duration.minutes(settings.sweepMinutes)),
      targets: [new LambdaTarget(sweeper.lambda, { retryAttempts: 0 })],
    });
    const everyFewRuns = { period: Duration.minutes(Math.max(15, settings.sweepMinutes * 3)) };
    new ServiceAlarm(this, 'SweepFails', {
      metric: sweeper.lambda.metricErrors(everyFewRuns),
      threshold: 2,
      meaning:
        'The sweeper fails: webhook deliveries and e-mails that got stuck stay unsent until it works again.',
      remedy: 'Find the error in its log.',
      section: 'sweepfails',
    });
    new ServiceAlarm(this, 'SweepMissing', {
      metric: sweeper.lambda.metricInvocations(everyFewRuns),
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      ringsWithoutData: true,
      meaning: 'The sweeper does not run: webhook deliveries and e-mails that got stuck stay unsent.',
      remedy: 'Look whether its schedule is enabled and the account has concurrency left.',
      section: 'sweepmissing',
    });
    return sweeper;
  }
}

/** Lets a function start executions of the ladder, and tells it the ladder's ARN. */
function grantStart(ladder: StateMachine): Grant {
  return (fn) => {
    fn.setVariable('RETRY_LADDER_ARN', ladder.stateMachineArn);
    fn.allow(
      new PolicyStatement({ actions: ['states:StartExecution'], resources: [ladder.stateMachineArn] }),
    );
  };
}
