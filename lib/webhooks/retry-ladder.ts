/**
 * Creates the retry state machine, a Step Functions state machine that waits until a delivery's next attempt
 * is due.
 */
import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { FIVE_MINUTES, ServiceAlarm } from '../alarms/service-alarm.ts';
import { InlinePolicyRole } from '../aws/inline-policy-role.ts';
import type { QueueWithDeadLetters } from '../aws/queue-with-dead-letters.ts';
import { newLogGroup, type Grant } from '../aws/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { retryLadderDefinition } from './retry-ladder-definition.ts';

export interface RetryLadderProps {
  readonly settings: StageSettings;
  /** The queue that each delivery returns to when it's time for the next attempt. */
  readonly deliveries: QueueWithDeadLetters;
}

/**
 * Creates the state machine, its alarm, and a rule that sends deliveries from failed executions back to the
 * queue.
 */
export function makeRetryLadder(scope: Construct, { settings, deliveries }: RetryLadderProps): StateMachine {
  const { queue, deadLetters } = deliveries;
  const { partition } = Stack.of(scope);
  const ladder = new StateMachine(scope, 'RetryLadder', {
    stateMachineType: StateMachineType.STANDARD,
    // Excludes the inputs and outputs of executions from the log, because the error and its cause are enough
    // to diagnose a failure.
    logs: { destination: newLogGroup(scope, settings), level: LogLevel.ERROR, includeExecutionData: false },
    tracingEnabled: settings.tracing,
    role: new InlinePolicyRole(scope, 'RetryLadderRole', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
    }),
    definitionBody: DefinitionBody.fromString(
      Stack.of(scope).toJsonString(retryLadderDefinition(queue.queueUrl, partition)),
    ),
  });
  ladder.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  const broken = new Rule(scope, 'BrokenLadders', {
    description: 'Sends deliveries back to the queue when their retry execution failed',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        stateMachineArn: [ladder.stateMachineArn],
        status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
      },
    },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters, retryAttempts: 185 })],
  });
  new ServiceAlarm(scope, 'LaddersFail', {
    // Counts failed, timed out and stopped executions in one metric.
    metric: new Metric({
      ...FIVE_MINUTES,
      namespace: 'AWS/Events',
      metricName: 'TriggeredRules',
      dimensionsMap: { RuleName: broken.ruleName },
      statistic: 'Sum',
    }),
    threshold: 1,
    impact:
      'Executions of the retry state machine failed. The affected webhook deliveries are back in their queue and are ' +
      'retried earlier or later than scheduled.',
    action: 'Find the error in the log group of the retry state machine. You do not need to resend anything.',
  });
  return ladder;
}

/** Returns a grant that lets a function start executions of the state machine. */
export function grantStartLadder({ stateMachineArn }: StateMachine): Grant {
  return (fn) => {
    fn.setVariable('RETRY_LADDER_ARN', stateMachineArn);
    fn.allow(new PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }));
  };
}
