/** A queue, its dead-letter queue and the alarms on both, made together so that none is forgotten. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import { FIVE_MINUTES, ServiceAlarm } from './alarms/service-alarm.ts';
import type { Grant, ServiceFunction } from './service-function.ts';

export interface QueueWithDeadLettersProps {
  /** The environment variable that tells functions its URL. */
  readonly variable: VariableName;
  /** Longer than the consumer may take with a batch. */
  readonly visibilityTimeout: Duration;
  /** What a dead letter means for users, in a sentence; the alarm says it. */
  readonly meaning: string;
  /** The same for messages that wait. */
  readonly late: {
    readonly meaning: string;
    /** How long a message may wait; a quarter of an hour when absent. */
    readonly after?: Duration;
  };
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
    { variable, visibilityTimeout, meaning, late }: QueueWithDeadLettersProps,
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
    const name = id.toLowerCase();
    new ServiceAlarm(this, 'DeadLettersAlarm', {
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
      meaning,
      remedy: `Find the error in the log of its function, mend it, then run npm run redrive -- --queue ${name}.`,
      section: `dead-letters-${name}`,
    });
    new ServiceAlarm(this, 'LateAlarm', {
      metric: this.queue.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
      threshold: (late.after ?? Duration.minutes(15)).toSeconds(),
      meaning: late.meaning,
      remedy: 'Look whether its function fails, is throttled or has too little concurrency.',
      section: `late-queue-${name}`,
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

  /** Lets a function move dead letters back to the queue, and tells it the URLs of both. */
  grantRedrive(variable: VariableName): Grant {
    const grantSend = this.grant('SendMessage');
    return (fn) => {
      grantSend(fn);
      fn.setVariable(variable, this.deadLetters.queueUrl);
      fn.allow(
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
          resources: [this.deadLetters.queueArn],
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
