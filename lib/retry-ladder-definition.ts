/**
 * The state machine of the retry ladder. An execution carries a delivery's id and when its next attempt is due; the
 * function makes the attempt and says when the one after is, or that there is none. Asking it twice is harmless.
 *
 * An execution that fails in spite of its retries goes back to the queue of deliveries (webhook-delivery.ts).
 */
export function retryLadderDefinition(retryFunctionArn: string): Record<string, unknown> {
  return {
    Comment: 'Attempts 2 and later of one webhook delivery; waits 1 s, 10 s, 1 min, 10 min',
    QueryLanguage: 'JSONPath',
    // The longest ladder takes little more than an hour: one that is up after a day hangs.
    TimeoutSeconds: 86_400,
    StartAt: 'Wait for the attempt',
    States: {
      'Wait for the attempt': {
        Type: 'Wait',
        TimestampPath: '$.next_attempt_at',
        Next: 'Make the attempt',
      },
      'Make the attempt': {
        Type: 'Task',
        Resource: retryFunctionArn,
        TimeoutSeconds: 90,
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
        Next: 'Is another attempt due?',
      },
      'Is another attempt due?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.done', BooleanEquals: true, Next: 'Ended' }],
        Default: 'Wait for the attempt',
      },
      Ended: { Type: 'Succeed' },
    },
  };
}
