/** Checks whether Lambda still reads the streams that trigger functions. */
import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { callLimits } from '../clients/call-limits.ts';

/** An event source mapping: the name of its function, followed by its id. */
export type StreamMapping = readonly [functionName: string, id: string];

/** States in which Lambda delivers no records or is about to stop (AWS: "GetEventSourceMapping"). */
const STOPPED = new Set(['Disabling', 'Disabled', 'Deleting']);

/** Returns the names of the functions with a disabled or deleted event source mapping. */
export function stoppedStreams(
  mappings: readonly StreamMapping[],
  client = new LambdaClient(callLimits('lambda')),
) {
  const isStopped = async (UUID: string): Promise<boolean> => {
    try {
      const { State = '' } = await client.send(new GetEventSourceMappingCommand({ UUID }));
      return STOPPED.has(State);
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return true;
      throw error;
    }
  };
  return async (): Promise<string[]> => {
    const found = await Promise.all(
      mappings.map(async ([name, id]) => ((await isStopped(id)) ? [name] : [])),
    );
    return found.flat();
  };
}
