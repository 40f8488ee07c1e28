/** Waits while the service processes a data request. */
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../lambdas/core/clock.ts';
import type { ShownRequest } from './shown-request.ts';

const LOOK_AGAIN_MS = 2 * SECOND;
const DOING = { searching: 'Searching', packing: 'Packing', erasing: 'Erasing' } as const;

/**
 * Waits until the service has stopped processing the request.
 * @param read returns the request's current state
 * @param report called with a line of text whenever the progress changes
 * @returns the request once it has ended or is waiting for confirmation
 */
export async function untilIdle(
  request: ShownRequest,
  read: () => Promise<ShownRequest>,
  report: (line: string) => void,
): Promise<ShownRequest> {
  let current = request;
  let last = '';
  while (current.status === 'searching' || current.status === 'packing' || current.status === 'erasing') {
    const line = `${DOING[current.status]}: ${current.counts.submissions} submissions …`;
    if (line !== last) report(line);
    last = line;
    await pause(LOOK_AGAIN_MS);
    current = await read();
  }
  return current;
}
