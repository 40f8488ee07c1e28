/** Starts the retry ladder: the Step Functions state machine that waits for the next attempt of a delivery. */
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { stepFunctionsClient } from '../../aws/clients/step-functions-client.ts';

/** The input of an execution: ids and a time, never what was posted. */
export interface RetryInput {
  readonly delivery_id: string;
  /** The message goes into this webhook's group. */
  readonly webhook_id: string;
  /** When the next attempt is due. */
  readonly next_attempt_at: string;
}

/** The name of the ladder that waits for this attempt, of at most 80 characters; two of one name never run. */
export function ladderName(deliveryId: string, nextAttemptAt: string): string {
  return `${deliveryId}-${Date.parse(nextAttemptAt)}`;
}

export function retryLadderClient(stateMachineArn: string, client = stepFunctionsClient()) {
  return {
    /** Starts an execution under this name. One that was started before under the same name counts as started. */
    async start(name: string, input: RetryInput): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
