/** Starts the retry state machine in Step Functions, which waits until a delivery's next attempt is due. */
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { stepFunctionsClient } from '../../aws/clients/step-functions-client.ts';

/** Maximum length of an execution's name. */
const MAX_NAME_LENGTH = 80;

/** Input of an execution. Contains ids and a time, but never submission data. */
export interface RetryInput {
  readonly delivery_id: string;
  /** Message group id. */
  readonly webhook_id: string;
  readonly next_attempt_at: string;
}

/**
 * Returns the name of the execution that waits for this attempt, at most 80 characters. Step Functions never
 * runs two executions with the same name.
 */
export function ladderName(deliveryId: string, nextAttemptAt: string): string {
  const time = Date.parse(nextAttemptAt);
  const name = `${deliveryId}-${time}`;
  return name.length <= MAX_NAME_LENGTH ? name : `${deliveryId}-${time.toString(36)}`;
}

/** Returns the time in an execution's name, in milliseconds since the epoch. */
export const timeOfLadder = (name: string): number => Number(name.split('-').at(-1));

export function retryLadderClient(stateMachineArn: string, client = stepFunctionsClient()) {
  return {
    /** Starts an execution with this name. Does nothing if it already exists. */
    async start(name: string, input: RetryInput): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
