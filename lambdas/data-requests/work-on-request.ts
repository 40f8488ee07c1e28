/**
 * Processes a data request step by step. One function searches and packs data. Another function erases data,
 * so that only that function needs permission to delete old versions of files.
 */
import { SECOND } from '../core/clock.ts';
import type { DataRequest, DataRequestMessage, DataRequestStatus } from './data-request.ts';
import type { RequestRecords } from './request-records.ts';

/** Time limit for a batch of work, in milliseconds. No new work is started after that. */
export const BATCH_MS = 25 * SECOND;

/** Seconds to wait before continuing a request that another function has changed. */
const CONFLICT_SECONDS = 60;

/** The result of a step: the stored request, or undefined if another function is processing it. */
export type Step = (request: DataRequest, isOutOfTime: () => boolean) => Promise<StepResult>;
export interface StepResult {
  readonly request: DataRequest | undefined;
  /** Seconds to wait before the next step. */
  readonly delaySeconds?: number;
}

type RunningStatus = Extract<DataRequestStatus, 'searching' | 'packing' | 'erasing'>;

export interface DataRequestDeps {
  readonly requests: Pick<RequestRecords, 'find' | 'removeMatches' | 'touch'>;
  /** The steps that this function can perform. */
  readonly steps: Readonly<Partial<Record<RunningStatus, Step>>>;
  /** Passes a request on to the function that erases data. Absent in that function. */
  readonly handOver?: (message: DataRequestMessage) => Promise<void>;
  /** Deletes a canceled or failed request's file. Absent in the function that erases data. */
  readonly removeFile?: (request: DataRequest) => Promise<void>;
  readonly queue: { send(message: DataRequestMessage, delaySeconds?: number): Promise<void> };
}

/**
 * Processes a request until it ends or needs confirmation, or until time runs out. Then queues the next
 * batch. If two functions process the same request, the slower one stops.
 */
export function workOnRequest({ requests, steps, handOver, removeFile, queue }: DataRequestDeps) {
  return async (message: DataRequestMessage, isOutOfTime: () => boolean): Promise<void> => {
    let current = await requests.find(message.request_id);
    if (current) await requests.touch(current);
    for (;;) {
      if (!current || current.status === 'ready') return;
      if (!isRunningStatus(current.status)) break;
      const step = steps[current.status];
      if (!step) return handOver?.(message);
      if (isOutOfTime()) return queue.send(message);
      const result: StepResult = await step(current, isOutOfTime);
      current = result.request;
      // Another function has changed the request. Check again later in case that function crashes.
      if (!current) return queue.send(message, CONFLICT_SECONDS);
      if (result.delaySeconds !== undefined) return queue.send(message, result.delaySeconds);
    }
    if (current.status !== 'finished') await removeFile?.(current);
    if (!(await requests.removeMatches(current.kind, isOutOfTime))) await queue.send(message);
  };
}

const isRunningStatus = (status: DataRequestStatus): status is RunningStatus =>
  status === 'searching' || status === 'packing' || status === 'erasing';
