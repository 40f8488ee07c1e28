/** A queue, its dead-letter queue and the alarm on it, made together so that none is forgotten. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { VariableName } from '../lambdas/environment.ts';
import type { Use } from './service-function.ts';

export interface QueueWithDeadLettersProps {
  /** Under which functions know its URL. */
  readonly variable: VariableName;
  /** Longer than the consumer may take with a batch. */
  readonly visibilityTimeout: Duration;
  /** What a dead letter means for users; the alarm says it. */
  readonly meaning: string;
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
        alarmDescription: `${meaning} After the cause is gone: npm run redrive.`,
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    // By these `npm run redrive` finds them.
    new CfnOutput(this, 'QueueUrl', { value: this.queue.queueUrl }).overrideLogicalId(`${id}Queue`);
    new CfnOutput(this, 'DeadLettersUrl', { value: this.deadLetters.queueUrl }).overrideLogicalId(
      `${id}DeadLetters`,
    );
  }

  /** Lets a function do these things with the queue, and tells it the queue's URL. */
  to(...actions: readonly ('SendMessage' | 'ChangeMessageVisibility')[]): Use {
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
}
