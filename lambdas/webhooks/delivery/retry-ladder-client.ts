/** The Step Functions ladder that waits between the attempts of a failed delivery. */
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { stepFunctionsClient } from '../../aws/clients/step-functions-client.ts';

/** What an execution starts with and carries: an id and a time, never what was posted. */
export const retryInput = z.object({
  delivery_id: z.string(),
  /** When the next attempt is due. */
  next_attempt_at: z.string(),
});
export type RetryInput = z.infer<typeof retryInput>;

export function retryLadderClient(stateMachineArn: string, client = stepFunctionsClient()) {
  return {
    /** Starts a ladder under this name; one that was started before counts as started. */
    async start(name: string, first: RetryInput): Promise<void> {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(first) }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
