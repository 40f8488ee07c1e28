/**
 * Starts the retry ladder, the Step Functions state machine that waits for the next attempt of a delivery.
 */
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { stepFunctionsClient } from '../../aws/clients/step-functions-client.ts';

/** Input of an execution: ids and a time, but never submission data. */
export interface RetryInput {
  readonly delivery_id: string;
  /** The message group of this webhook. */
  readonly webhook_id: string;
  /** When the next attempt is due. */
  readonly next_attempt_at: string;
}

/**
 * Returns the name of the ladder that waits for this attempt, at most 80 characters. Step Functions never
 * runs two executions with the same name.
 */
export function ladderName(deliveryId: string, nextAttemptAt: string): string {
  return `${deliveryId}-${Date.parse(nextAttemptAt)}`;
}

export function retryLadderClient(stateMachineArn: string, client = stepFunctionsClient()) {
  return {
    /**
     * Starts an execution under this name. An execution that already exists under this name counts as
     * started.
     */
    async start(name: string, input: RetryInput): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
