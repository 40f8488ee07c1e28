/** The Step Functions ladder that waits between the attempts of a failed delivery. */
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';

/** What an execution starts with and carries: ids and times, never what was posted. */
export const rung = z.object({
  delivery_id: z.string(),
  /** Number of the attempt to make. */
  attempt: z.int().positive(),
  /** When to make it. */
  next_attempt_at: z.string(),
});
export type Rung = z.infer<typeof rung>;

export function retryLadder(stateMachineArn: string, client = new SFNClient({ maxAttempts: 3 })) {
  return {
    /** Starts the delivery's ladder; one that was started before counts as started. */
    async start(first: Rung): Promise<void> {
      try {
        await client.send(
          new StartExecutionCommand({
            stateMachineArn,
            name: first.delivery_id,
            input: JSON.stringify(first),
          }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
