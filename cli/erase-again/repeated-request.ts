/** Creates the request that repeats a finished one after a restore. */
import { timestamp } from '../../lambdas/core/clock.ts';
import { newDataRequestId } from '../../lambdas/core/ids.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import type { DataRequest } from '../../lambdas/data-requests/data-request.ts';

/**
 * Returns a confirmed request that erases the restored data, but nothing received after the finished request.
 * @param request the finished request
 * @param email the address, if it was found
 */
export function repeatedRequest(
  { form_id, digest, searched_until }: DataRequest,
  email: string | undefined,
  now: number,
  random: RandomBytes,
): DataRequest {
  return {
    form_id,
    kind: newDataRequestId(form_id, now, random),
    request_kind: 'erase',
    ...(email !== undefined && { email }),
    digest,
    status: 'erasing',
    created_at: timestamp(now),
    confirmed_at: timestamp(now),
    searched_until,
    received_before: searched_until,
    counts: { submissions: 0, spam: 0, files: 0, emails: 0, deliveries: 0, recipients: 0 },
    forms: [],
    told: { webhooks: [], recipients: [], connections: [] },
    version: 1,
  };
}
