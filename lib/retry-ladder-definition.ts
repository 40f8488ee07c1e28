/**
 * The state machine of the retry ladder. An execution is one rung: it carries a delivery's id and when its next attempt is
 * due, waits until then, and puts the delivery back into the queue of deliveries. So attempts 2 and later are made as first
 * ones are: by as many functions at once as the queue has, and apart where the endpoint is slow. Whoever makes the
 * attempt starts the next rung. Asking for an attempt twice is harmless.
 *
 * An execution that fails in spite of its retries goes back to the queue, too (webhook-delivery.ts).
 */
export function retryLadderDefinition(queueUrl: string, partition: string): Record<string, unknown> {
  return {
    Comment: 'Waits for the next attempt of one webhook delivery, after 1 s, 10 s, 1 min or 10 min',
    QueryLanguage: 'JSONPath',
    // The longest wait is two hours: an execution that is up after a day hangs.
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
          // As lambdas/webhooks/delivery/delivery-queue.ts reads it.
          MessageBody: { 'delivery_id.$': '$.delivery_id', 'ladder.$': '$$.Execution.Name' },
          // One webhook's deliveries do not hold up those of others.
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
