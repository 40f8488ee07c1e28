/** Starts the retry ladder: the Step Functions state machine that waits between the attempts of a delivery. */
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { stepFunctionsClient } from '../../aws/clients/step-functions-client.ts';

/** The input of an execution and of each of its steps: an id and a time, never what was posted. */
export const retryInput = z.object({
  delivery_id: z.string(),
  /** When the next attempt is due. */
  next_attempt_at: z.string(),
});
export type RetryInput = z.infer<typeof retryInput>;

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
