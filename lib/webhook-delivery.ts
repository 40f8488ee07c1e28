/** From stored to delivered: stream → fan-out → queue → first attempt → retry ladder; and what watches over it. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue as QueueTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { DefinitionBody, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { toAskForEmails } from './emails.ts';
import { MissedRecords } from './missed-records.ts';
import { retryLadderDefinition } from './retry-ladder.ts';
import { ServiceFunction, variable, type Stage, type Use } from './service-function.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';
import { attemptTimeout, type WebhookQueues } from './webhook-queues.ts';
import { toSendWebhooks } from './webhook-sending.ts';

/** Stream records of submissions that were accepted: at once, or by their release from spam. */
const ACCEPTED = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { status: { S: ['received'] } } } },
  {
    eventName: ['MODIFY'],
    dynamodb: { OldImage: { status: { S: ['spam'] } }, NewImage: { status: { S: ['received'] } } },
  },
];

/** Those of submissions with files that are deleted or expire; only they have the key of links. */
const REMOVED_WITH_FILES = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } },
};

export interface WebhookDeliveryProps extends Stage {
  readonly storage: Storage;
  readonly queues: WebhookQueues;
  readonly baseUrl: Use;
  readonly toRemoveFiles: Use;
}

export class WebhookDelivery extends Construct {
  constructor(scope: Construct, id: string, props: WebhookDeliveryProps) {
    super(scope, id);
    const { storage, queues, baseUrl, toRemoveFiles, settings, bundles } = props;
    const stage = { settings, bundles };
    const sends = [baseUrl, ...toSendWebhooks(storage, queues, settings)];

    const retry = new ServiceFunction(this, 'Retry', {
      ...stage,
      entry: 'webhooks/delivery/retry-delivery',
      description: 'Makes attempts 2 and later of a delivery',
      timeout: attemptTimeout(settings),
      uses: sends,
    });
    const ladder = this.#ladder(retry, queues);

    const deliver = new ServiceFunction(this, 'Deliver', {
      ...stage,
      entry: 'webhooks/delivery/deliver',
      description: 'Makes the first attempt of each delivery',
      timeout: attemptTimeout(settings),
      uses: [
        ...sends,
        toStart(ladder),
        queues.deliveries.to('ChangeMessageVisibility'),
        queues.slowDeliveries.to('SendMessage', 'ChangeMessageVisibility'),
      ],
    });
    for (const [queue, maxConcurrency] of [
      [queues.deliveries.queue, settings.deliverConcurrency],
      [queues.slowDeliveries.queue, settings.slowDeliverConcurrency],
    ] as const) {
      // All of a batch are sent at the same time, so it takes as long as its slowest receiver.
      const source = { batchSize: 10, reportBatchItemFailures: true, maxConcurrency };
      deliver.lambda.addEventSource(new SqsEventSource(queue, source));
    }

    const fansOut: Use[] = [
      storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
      storage.deliveries.to('GetItem', 'PutItem'),
      queues.deliveries.to('SendMessage'),
      variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
      ...(queues.emails ? toAskForEmails(storage, queues.emails) : []),
      toRemoveFiles,
    ];
    const missed = this.#fanOut(fansOut, props);
    this.#sweeper([...fansOut, missed.toTake], props);
  }

  /** The ladder; one that breaks is told to the queue, whose consumer makes the attempt and starts another. */
  #ladder(retry: ServiceFunction, { deliveries }: WebhookQueues): StateMachine {
    const ladder = new StateMachine(this, 'RetryLadder', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(retryLadderDefinition(retry.lambda.functionArn)),
      ),
    });
    retry.lambda.grantInvoke(ladder);
    new Rule(this, 'BrokenLadders', {
      description: 'Deliveries whose ladder ended before its end go back to the queue',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [ladder.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [
        new QueueTarget(deliveries.queue, { deadLetterQueue: deliveries.deadLetters, retryAttempts: 185 }),
      ],
    });
    return ladder;
  }

  /** @returns where the stream records go that fan-out could not handle */
  #fanOut(uses: readonly Use[], { storage, settings, bundles }: WebhookDeliveryProps): MissedRecords {
    const fanOut = new ServiceFunction(this, 'FanOut', {
      settings,
      bundles,
      entry: 'webhooks/delivery/fan-out-submissions',
      description: 'Makes a delivery for each enabled webhook of a stored submission',
      timeout: Duration.seconds(30),
      uses,
    });
    const missed = new MissedRecords(this, 'MissedSubmissions', { settings });
    // By these `npm run redrive -- --submissions` finds them.
    new CfnOutput(this, 'Submissions', {
      value: storage.submissions.table.tableName,
    }).overrideLogicalId('SubmissionsTable');
    new CfnOutput(this, 'Missed', { value: missed.bucket.bucketName }).overrideLogicalId(
      'MissedSubmissionsBucket',
    );
    fanOut.lambda.addEventSource(
      new DynamoEventSource(storage.submissions.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        parallelizationFactor: 4,
        filters: [...ACCEPTED, REMOVED_WITH_FILES].map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        onFailure: missed.destination,
      }),
    );
    fanOut.lambda
      .metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' })
      .createAlarm(this, 'FanOutLate', {
        alarmDescription:
          'Submissions have been stored for a quarter of an hour and nobody was told. After 24 hours their stream ' +
          'records are gone: then npm run redrive -- --submissions.',
        threshold: Duration.minutes(15).toMilliseconds(),
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    return missed;
  }

  /** Looks every few minutes for what got stuck. */
  #sweeper(uses: readonly Use[], { storage, settings, bundles }: WebhookDeliveryProps): void {
    const sweeper = new ServiceFunction(this, 'Sweep', {
      settings,
      bundles,
      entry: 'webhooks/delivery/sweep',
      description: 'Sets going deliveries that are overdue and submissions whose fan-out never ran',
      timeout: Duration.minutes(2),
      uses: [...uses, storage.deliveries.to('UpdateItem'), storage.deliveries.toQueryIndex('overdue')],
    });
    new Rule(this, 'SweepSchedule', {
      description: 'Looks for deliveries that got stuck',
      schedule: Schedule.rate(Duration.minutes(settings.sweepMinutes)),
      targets: [new LambdaTarget(sweeper.lambda, { retryAttempts: 0 })],
    });
    sweeper.lambda.metricErrors({ period: Duration.minutes(15) }).createAlarm(this, 'SweepFails', {
      alarmDescription: 'Deliveries and submissions that get stuck are not found: the sweeper fails.',
      threshold: 2,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

function toStart(ladder: StateMachine): Use {
  return (fn) => {
    fn.setVariable('RETRY_LADDER_ARN', ladder.stateMachineArn);
    fn.allow(
      new PolicyStatement({ actions: ['states:StartExecution'], resources: [ladder.stateMachineArn] }),
    );
  };
}
