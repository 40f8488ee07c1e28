/** Delivers stored submissions to webhooks: stream → fan-out → queue → first attempt → retry ladder, and a sweeper. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue as QueueTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { webhookAttributes } from '../lambdas/webhooks/webhook.ts';
import { attemptTimeout, makeDeliveryQueues, type DeliveryQueues } from './delivery-queues.ts';
import type { EmailSending } from './emails/email-sending.ts';
import { FailedRecords } from './failed-records-bucket.ts';
import type { FileDeletion } from './file-deletion.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import { retryLadderDefinition } from './retry-ladder-definition.ts';
import { ServiceFunction, variable, type Grant, type Stage } from './service-function.ts';
import type { Storage } from './storage.ts';
import { Recoveries } from './webhooks/recoveries.ts';
import { grantWebhookSending } from './webhook-sending-grants.ts';

/** Stream records of submissions that were accepted: at once, or by their release from spam. What is imported is neither. */
const ACCEPTED = [
  {
    eventName: ['INSERT'],
    dynamodb: { NewImage: { status: { S: ['received'] }, imported_at: { S: [{ exists: false }] } } },
  },
  {
    eventName: ['MODIFY'],
    dynamodb: { OldImage: { status: { S: ['spam'] } }, NewImage: { status: { S: ['received'] } } },
  },
];

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
}

export class WebhookDelivery extends Construct {
  /** Lets a function send webhooks itself, for a replay or a test ping. */
  readonly grantSending: Grant;
  /** Lets a function start recoveries. */
  readonly grantRecover: Grant;
  readonly #queues: DeliveryQueues;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, props: WebhookDeliveryProps) {
    super(scope, id);
    const { settings, bundles } = props;
    this.#stage = { settings, bundles };
    this.#queues = makeDeliveryQueues(this, settings);
    this.grantSending = grantWebhookSending({ ...props, queues: this.#queues });

    this.#firstAttempts(this.#retryLadder(props), props);
    const fansOut = this.#grantsOfFanOut(props);
    const failedSubmissions = this.#fanOut(fansOut, props);
    const recoveries = new Recoveries(this, 'Recoveries', { ...props, queues: this.#queues });
    this.grantRecover = recoveries.grantStart;
    this.#sweeper(
      [...fansOut, failedSubmissions.grantTakeOut('FAILED_SUBMISSIONS_BUCKET'), recoveries.grantResume],
      props,
    );
  }

  /** Attempts 2 and later. A ladder that breaks is sent to the queue, whose consumer goes on and starts another. */
  #retryLadder({ baseUrl, settings }: WebhookDeliveryProps): StateMachine {
    const retry = new ServiceFunction(this, 'Retry', {
      ...this.#stage,
      entry: 'webhooks/delivery/retry-delivery',
      description: 'Makes the second and later attempts of a webhook delivery',
      timeout: attemptTimeout(settings),
      grants: [baseUrl, this.grantSending],
    });
    const ladder = new StateMachine(this, 'RetryLadder', {
      stateMachineType: StateMachineType.STANDARD,
      role: new InlinePolicyRole(this, 'RetryLadderRole', {
        assumedBy: new ServicePrincipal('states.amazonaws.com'),
      }),
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(retryLadderDefinition(retry.lambda.functionArn)),
      ),
    });
    ladder.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [retry.lambda.functionArn] }),
    );
    const { queue, deadLetters } = this.#queues.deliveries;
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
    const { deliveries, slowDeliveries } = this.#queues;
    const deliver = new ServiceFunction(this, 'Deliver', {
      ...this.#stage,
      entry: 'webhooks/delivery/deliver',
      description: 'Makes the first attempt of each webhook delivery',
      timeout: attemptTimeout(settings),
      grants: [
        baseUrl,
        this.grantSending,
        grantStart(ladder),
        deliveries.grant('ChangeMessageVisibility'),
        slowDeliveries.grant('SendMessage', 'ChangeMessageVisibility'),
      ],
    });
    // All of a batch are sent at the same time, so it takes as long as its slowest receiver.
    deliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.deliverConcurrency });
    slowDeliveries.deliverTo(deliver, { batchSize: 10, maxConcurrency: settings.slowDeliverConcurrency });
  }

  /** What it takes to decide who is told of a submission, and to tell them; the sweeper does it again. */
  #grantsOfFanOut({ storage, emails, fileDeletion, settings }: WebhookDeliveryProps): readonly Grant[] {
    return [
      storage.webhooks.grantReadAttributes(webhookAttributes, 'Query'),
      storage.deliveries.grant('GetItem', 'PutItem'),
      this.#queues.deliveries.grant('SendMessage'),
      variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
      ...(emails ? [emails.grantNotify] : []),
      fileDeletion.grantRequest,
    ];
  }

  /** @returns where the stream records go that fan-out could not handle */
  #fanOut(grants: readonly Grant[], { storage, settings }: WebhookDeliveryProps): FailedRecords {
    const fanOut = new ServiceFunction(this, 'FanOut', {
      ...this.#stage,
      entry: 'webhooks/delivery/fan-out-submissions',
      description: 'Makes a delivery for each enabled webhook of a new submission, and queues its e-mails',
      timeout: Duration.seconds(30),
      grants,
    });
    const failedRecords = new FailedRecords(this, 'FailedSubmissions', { settings });
    storage.submissions.streamTo(fanOut, {
      only: [...ACCEPTED, REMOVED_WITH_FILES],
      batchSize: 100,
      parallelBatches: 4,
      failedRecords,
    });
    // `npm run redrive -- --submissions` finds the failed submissions by these outputs.
    output(this, 'SubmissionsTable', storage.submissions.table.tableName);
    output(this, 'FailedSubmissionsBucket', failedRecords.bucket.bucketName);
    fanOut.lambda
      .metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' })
      .createAlarm(this, 'FanOutLate', {
        alarmDescription:
          'Submissions were stored more than 15 minutes ago and their webhooks and e-mails have not been sent. ' +
          'After 24 hours the stream forgets them: then run npm run redrive -- --submissions.',
        threshold: Duration.minutes(15).toMilliseconds(),
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    return failedRecords;
  }

  /** Looks every few minutes for what got stuck. */
  #sweeper(grants: readonly Grant[], { storage, settings }: WebhookDeliveryProps): void {
    const sweeper = new ServiceFunction(this, 'Sweep', {
      ...this.#stage,
      entry: 'webhooks/delivery/sweep',
      description: 'Restarts deliveries that are overdue, and the fan-out of submissions for which it failed',
      timeout: Duration.minutes(2),
      grants: [
        ...grants,
        storage.deliveries.grant('UpdateItem'),
        storage.deliveries.grantQueryIndex('overdue'),
      ],
    });
    new Rule(this, 'SweepSchedule', {
      description: 'Looks for webhook deliveries that got stuck',
      schedule: Schedule.rate(Duration.minutes(settings.sweepMinutes)),
      targets: [new LambdaTarget(sweeper.lambda, { retryAttempts: 0 })],
    });
    sweeper.lambda.metricErrors({ period: Duration.minutes(15) }).createAlarm(this, 'SweepFails', {
      alarmDescription:
        'The sweeper fails: webhook deliveries and e-mails that got stuck stay unsent until it works again.',
      threshold: 2,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
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

function output(scope: Construct, name: string, value: string): void {
  new CfnOutput(scope, name, { value }).overrideLogicalId(name);
}
