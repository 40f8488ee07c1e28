/**
 * Defines the retry state machine. Each execution waits until a delivery's next attempt is due and then puts
 * the delivery back in the queue. All attempts therefore share the queue's concurrency limit. If the attempt
 * fails, the deliver function starts the next execution. Queuing the same attempt twice is harmless.
 *
 * If an execution fails despite its retries, a rule queues its delivery (`retry-ladder.ts`).
 */
export function retryLadderDefinition(queueUrl: string, partition: string): Record<string, unknown> {
  return {
    Comment: 'Waits until the next attempt of a webhook delivery is due',
    QueryLanguage: 'JSONPath',
    // Stops stuck executions after a day. The longest wait is two hours.
    TimeoutSeconds: 86_400,
    StartAt: 'Wait for the attempt',
    States: {
      'Wait for the attempt': {
        Type: 'Wait',
        TimestampPath: '$.next_attempt_at',
        Next: 'Ask for the attempt',
      },
      'Ask for the attempt': {
        Type: 'Task',
        Resource: `arn:${partition}:states:::sqs:sendMessage`,
        Parameters: {
          QueueUrl: queueUrl,
          // Parsed by lambdas/webhooks/delivery/delivery-queue.ts.
          MessageBody: { 'delivery_id.$': '$.delivery_id', 'ladder.$': '$$.Execution.Name' },
          // Enables fair queuing, so that one webhook's deliveries don't delay the others.
          'MessageGroupId.$': '$.webhook_id',
        },
        TimeoutSeconds: 30,
        Retry: [
          {
            ErrorEquals: ['States.ALL'],
            IntervalSeconds: 2,
            BackoffRate: 2,
            MaxDelaySeconds: 60,
            JitterStrategy: 'FULL',
            MaxAttempts: 10,
          },
        ],
        End: true,
      },
    },
  };
}
