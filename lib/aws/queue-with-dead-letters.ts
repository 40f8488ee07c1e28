/** Defines an SQS queue with a dead-letter queue, and its alarms for late messages and dead letters. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import type { DeadLetterMetric, WatchedQueue } from '../../lambdas/outbox/watched-queues.ts';
import { FIVE_MINUTES, ServiceAlarm } from '../alarms/service-alarm.ts';
import type { Grant, ServiceFunction } from './service-function.ts';

export interface QueueWithDeadLettersProps {
  /** Name of the environment variable for the queue's URL. */
  readonly variable: VariableName;
  /** Visibility timeout, which must be longer than the timeout of the function that consumes the queue. */
  readonly visibilityTimeout: Duration;
  /**
   * The alarm for this queue's dead letters. One alarm covers webhooks and e-mails, the other covers background jobs.
   */
  readonly deadLetterAlarm: DeadLetterMetric;
  /** Triggers an alarm when the oldest message reaches this age. Defaults to 15 minutes. */
  readonly lateAfter?: Duration;
  /**
   * How delayed messages affect users. If set, the queue has its own alarm. Otherwise, the consumer reports late
   * messages, and all such queues share the alarm `LateWork`, because CloudWatch charges for each alarm.
   */
  readonly lateImpact?: string;
}

export interface QueueConsumer {
  /** Maximum number of messages per invocation. */
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

/**
 * A queue that moves messages to a dead-letter queue after five failed attempts and keeps them there for 14
 * days.
 */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly deadLetterAlarm: DeadLetterMetric;
  readonly #variable: VariableName;
  /** Age in seconds at which the consumer reports a message as late. Undefined if the queue has its own alarm. */
  readonly #reportAfter: number | undefined;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const { variable, visibilityTimeout, deadLetterAlarm, lateImpact } = props;
    const lateAfter = (props.lateAfter ?? Duration.minutes(15)).toSeconds();
    this.#variable = variable;
    this.deadLetterAlarm = deadLetterAlarm;
    this.#reportAfter = lateImpact === undefined ? lateAfter : undefined;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout,
      // Use the maximum that SQS allows, so that no message is lost if a consumer fails for days.
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    if (lateImpact !== undefined)
      new ServiceAlarm(this, `Late${id}`, {
        metric: this.queue.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
        threshold: lateAfter,
        impact: lateImpact,
        action: 'Check whether the consumer fails, is throttled or needs more concurrency.',
      });
    // `npm run redrive` uses these outputs to find the queues.
    new CfnOutput(this, 'QueueUrl', { value: this.queue.queueUrl }).overrideLogicalId(`${id}Queue`);
    new CfnOutput(this, 'DeadLettersUrl', { value: this.deadLetters.queueUrl }).overrideLogicalId(
      `${id}DeadLetters`,
    );
  }

  /**
   * Returns a grant that allows these actions on the queue and sets the environment variable for its URL.
   */
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
   * Returns a grant that lets a function move messages from the dead-letter queue back to the queue.
   * @param variable environment variable for the dead-letter queue's URL
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

  /** Makes the function a consumer of the queue and enables partial batch responses. */
  deliverTo(fn: ServiceFunction, { batchSize, maxConcurrency }: QueueConsumer): void {
    if (this.#reportAfter !== undefined) fn.setVariable('LATE_AFTER_SECONDS', String(this.#reportAfter));
    fn.lambda.addEventSource(
      new SqsEventSource(this.queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
    );
  }
}

/** Returns the queues in the format that the schedule passes to the sweeper (`watchedQueue`). */
export function watched(queues: readonly QueueWithDeadLetters[]): WatchedQueue[] {
  return queues.map(({ node, deadLetterAlarm, queue, deadLetters }) => [
    node.id,
    deadLetterAlarm,
    queue.queueName,
    deadLetters.queueName,
  ]);
}

/** Returns a grant that lets a function read the number of messages in these queues and their dead letters. */
export function grantWatch(queues: readonly QueueWithDeadLetters[]): Grant {
  const resources = queues.flatMap(({ queue, deadLetters }) => [queue.queueArn, deadLetters.queueArn]);
  return (fn) => fn.allow(new PolicyStatement({ actions: ['sqs:GetQueueAttributes'], resources }));
}
