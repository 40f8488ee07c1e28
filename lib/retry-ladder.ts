/**
 * The retry ladder's definition. An execution carries a delivery's id, the number of the attempt and when it
 * is due; the function says when the next one is, or that there is none. Asking it twice is harmless.
 */
export function retryLadderDefinition(retryFunctionArn: string): Record<string, unknown> {
  return {
    Comment: 'Attempts 2 and later of one webhook delivery; waits 1 s, 10 s, 1 min, 10 min',
    QueryLanguage: 'JSONPath',
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
            MaxAttempts: 8,
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
