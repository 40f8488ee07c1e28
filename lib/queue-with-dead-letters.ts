/** A queue, its dead-letter queue and the alarm on it, made together so that none is forgotten. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Grant, ServiceFunction } from './service-function.ts';

export interface QueueWithDeadLettersProps {
  /** The environment variable that tells functions its URL. */
  readonly variable: VariableName;
  /** Longer than the consumer may take with a batch. */
  readonly visibilityTimeout: Duration;
  /** What a dead letter means for users, in a sentence; the alarm says it. */
  readonly meaning: string;
}

export interface QueueConsumer {
  /** Messages of one invocation. */
  readonly batchSize: number;
  /** Invocations at the same time. */
  readonly maxConcurrency: number;
}

/** A message that fails five times waits fourteen days among the dead letters. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #variable: VariableName;

  constructor(
    scope: Construct,
    id: string,
    { variable, visibilityTimeout, meaning }: QueueWithDeadLettersProps,
  ) {
    super(scope, id);
    this.#variable = variable;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout,
      // As long as SQS keeps anything: a consumer that is broken over a holiday loses nothing.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    this.deadLetters
      .metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' })
      .createAlarm(this, 'Alarm', {
        alarmDescription: `${meaning} When the cause is fixed, run npm run redrive.`,
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    // `npm run redrive` finds the queues by these outputs.
    new CfnOutput(this, 'QueueUrl', { value: this.queue.queueUrl }).overrideLogicalId(`${id}Queue`);
    new CfnOutput(this, 'DeadLettersUrl', { value: this.deadLetters.queueUrl }).overrideLogicalId(
      `${id}DeadLetters`,
    );
  }

  /** Lets a function do these things with the queue, and tells it the queue's URL. */
  grant(...actions: readonly ('SendMessage' | 'ChangeMessageVisibility')[]): Grant {
    return (fn) => {
      fn.setVariable(this.#variable, this.queue.queueUrl);
      fn.allow(
        new PolicyStatement({
          actions: actions.map((action) => `sqs:${action}`),
          resources: [this.queue.queueArn],
        }),
      );
    };
  }

  /** Invokes the function with the queue's messages; those that it reports as failed come again. */
  deliverTo(fn: ServiceFunction, { batchSize, maxConcurrency }: QueueConsumer): void {
    fn.lambda.addEventSource(
      new SqsEventSource(this.queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
    );
  }
}
