/** An SQS queue with its dead-letter queue and the alarms on both. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import { FIVE_MINUTES, ServiceAlarm } from '../alarms/service-alarm.ts';
import type { Grant, ServiceFunction } from './service-function.ts';

export interface QueueWithDeadLettersProps {
  /** Environment variable that holds the queue's URL. */
  readonly variable: VariableName;
  /** Must be longer than the consumer's timeout. */
  readonly visibilityTimeout: Duration;
  /** Consequences of a dead letter for users, for the description of its alarm. */
  readonly deadLettersImpact: string;
  /** The alarm on the age of the oldest message. */
  readonly ageAlarm: {
    /** Consequences of the delay for users. */
    readonly impact: string;
    /** 15 minutes when absent. */
    readonly threshold?: Duration;
  };
}

export interface QueueConsumer {
  /** Maximum number of messages of one invocation. */
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

/** A message that fails five times moves to the dead-letter queue, which keeps it for 14 days. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #variable: VariableName;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const { variable, visibilityTimeout, deadLettersImpact, ageAlarm } = props;
    this.#variable = variable;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout,
      // The maximum of SQS, so that a consumer that stays broken over a holiday loses no message.
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
      impact: deadLettersImpact,
      action: `Find the error in the log of the consumer and fix it, then run npm run redrive -- --queue ${name}.`,
      section: `dead-letters-${name}`,
    });
    new ServiceAlarm(this, 'LateAlarm', {
      metric: this.queue.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
      threshold: (ageAlarm.threshold ?? Duration.minutes(15)).toSeconds(),
      impact: ageAlarm.impact,
      action: 'Check whether the consumer fails, is throttled or needs more concurrency.',
      section: `late-queue-${name}`,
    });
    // `npm run redrive` finds the queues by these outputs.
    new CfnOutput(this, 'QueueUrl', { value: this.queue.queueUrl }).overrideLogicalId(`${id}Queue`);
    new CfnOutput(this, 'DeadLettersUrl', { value: this.deadLetters.queueUrl }).overrideLogicalId(
      `${id}DeadLetters`,
    );
  }

  /** Lets a function perform these actions on the queue, and sets its variable to the queue's URL. */
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

  /**
   * Lets a function move dead letters back to the queue.
   * @param variable set to the URL of the dead-letter queue
   */
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

  /** Makes the function a consumer of the queue that reports partial batch failures. */
  deliverTo(fn: ServiceFunction, { batchSize, maxConcurrency }: QueueConsumer): void {
    fn.lambda.addEventSource(
      new SqsEventSource(this.queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
    );
  }
}
