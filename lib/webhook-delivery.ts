/** From stored to delivered: stream → fan-out → queue → first attempt → retry ladder. */
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { DefinitionBody, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { MissedRecords } from './missed-records.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { retryLadderDefinition } from './retry-ladder.ts';
import { ServiceFunction, variable, type Stage, type Use } from './service-function.ts';
import { SHOWN_OF_WEBHOOKS, type Storage } from './storage.ts';

/** Stream records of submissions that are accepted at once; spam concerns nobody. */
const ACCEPTED = { eventName: ['INSERT'], dynamodb: { NewImage: { status: { S: ['received'] } } } };

/** Those of submissions with files that are deleted or expire; only they have the key of links. */
const REMOVED_WITH_FILES = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } },
};

export interface WebhookDeliveryProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Use;
  readonly toRemoveFiles: Use;
}

export class WebhookDelivery extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { storage, baseUrl, toRemoveFiles, settings, bundles }: WebhookDeliveryProps,
  ) {
    super(scope, id);
    const stage = { settings, bundles };
    // The deadline of the request, then time to read and record.
    const attemptTimeout = Duration.seconds(settings.webhookDeadlineSeconds + 20);

    const deliveries = new QueueWithDeadLetters(this, 'Deliveries', {
      variable: 'DELIVERIES_QUEUE_URL',
      visibilityTimeout: Duration.seconds(attemptTimeout.toSeconds() * 6),
      meaning:
        'First attempts of webhooks could not be made five times over; their receivers have not heard of them.',
    });

    const makesAttempts: Use[] = [
      baseUrl,
      storage.deliveries.to('GetItem', 'PutItem'),
      storage.submissions.to('GetItem'),
      storage.webhooks.to('GetItem'),
      variable('ALLOW_HTTP_WEBHOOKS', String(settings.allowHttpWebhooks)),
      variable('ALLOW_PRIVATE_WEBHOOK_TARGETS', String(settings.allowPrivateWebhookTargets)),
      variable('WEBHOOK_DEADLINE_MS', String(settings.webhookDeadlineSeconds * 1000)),
      variable('WEBHOOK_MAX_ATTEMPTS', String(settings.webhookMaxAttempts)),
      variable('RETRY_WAITS_SECONDS', JSON.stringify(settings.retryWaitsSeconds)),
    ];

    const retry = new ServiceFunction(this, 'Retry', {
      ...stage,
      entry: 'events/retry',
      description: 'Makes attempts 2 and later of a delivery',
      timeout: attemptTimeout,
      uses: makesAttempts,
    });
    const ladder = new StateMachine(this, 'RetryLadder', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(retryLadderDefinition(retry.lambda.functionArn)),
      ),
    });
    retry.lambda.grantInvoke(ladder);

    const deliver = new ServiceFunction(this, 'Deliver', {
      ...stage,
      entry: 'events/deliver',
      description: 'Makes the first attempt of each delivery',
      timeout: attemptTimeout,
      uses: [...makesAttempts, toStart(ladder), deliveries.to('ChangeMessageVisibility')],
    });
    deliver.lambda.addEventSource(
      new SqsEventSource(deliveries.queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency: settings.deliverConcurrency,
      }),
    );

    const fanOut = new ServiceFunction(this, 'FanOut', {
      ...stage,
      entry: 'events/fan-out',
      description: 'Makes a delivery for each enabled webhook of a stored submission',
      timeout: Duration.seconds(30),
      uses: [
        storage.webhooks.toReadOnly(SHOWN_OF_WEBHOOKS, 'Query'),
        storage.deliveries.to('PutItem'),
        deliveries.to('SendMessage'),
        toRemoveFiles,
      ],
    });
    fanOut.lambda.addEventSource(
      new DynamoEventSource(storage.submissions.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        parallelizationFactor: 4,
        filters: [ACCEPTED, REMOVED_WITH_FILES].map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        onFailure: new MissedRecords(this, 'MissedSubmissions', stage).destination,
      }),
    );
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
