/** Processes a data request step by step. */
import type { DataRequest, DataRequestMessage, DataRequestStatus } from './data-request.ts';
import type { RequestRecords } from './request-records.ts';

/** Seconds after which a function continues a request that another function has changed. */
const CONFLICT_SECONDS = 60;

/** The result of a step: the stored request, or undefined if another function is processing it. */
export type Step = (request: DataRequest, isOutOfTime: () => boolean) => Promise<StepResult>;
export interface StepResult {
  readonly request: DataRequest | undefined;
  /** Seconds to wait before the next step. */
  readonly delaySeconds?: number;
}

export interface DataRequestDeps {
  readonly requests: Pick<RequestRecords, 'find' | 'removeMatches' | 'touch'>;
  readonly steps: Readonly<Record<'searching' | 'packing' | 'erasing', Step>>;
  /** Deletes the remaining data of a canceled or failed request, except for its matches. */
  removeFile(request: DataRequest): Promise<void>;
  readonly queue: { send(message: DataRequestMessage, delaySeconds?: number): Promise<void> };
}

/**
 * Processes a request until it ends, waits for confirmation, or the time runs out. Then queues the next
 * batch. If two functions work on the same request, the slower one stops.
 */
export function workOnRequest({ requests, steps, removeFile, queue }: DataRequestDeps) {
  return async (message: DataRequestMessage, isOutOfTime: () => boolean): Promise<void> => {
    let current = await requests.find(message.request_id);
    if (current) await requests.touch(current);
    for (;;) {
      if (!current || current.status === 'ready') return;
      const step = stepOf(current.status, steps);
      if (!step) break;
      if (isOutOfTime()) return queue.send(message);
      const result: StepResult = await step(current, isOutOfTime);
      current = result.request;
      // Another function has changed the request. Check again later, in case that function has crashed.
      if (!current) return queue.send(message, CONFLICT_SECONDS);
      if (result.delaySeconds !== undefined) return queue.send(message, result.delaySeconds);
    }
    if (current.status !== 'finished') await removeFile(current);
    if (!(await requests.removeMatches(current.kind, isOutOfTime))) await queue.send(message);
  };
}

/** Returns the step for this status, or undefined if the request has ended. */
function stepOf(status: DataRequestStatus, steps: DataRequestDeps['steps']): Step | undefined {
  switch (status) {
    case 'searching':
    case 'packing':
    case 'erasing':
      return steps[status];
    default:
      return undefined;
  }
}
