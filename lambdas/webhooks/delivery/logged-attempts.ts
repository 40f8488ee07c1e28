/** Logs each request to a webhook endpoint, with the delivery's ids. */
import type { LogIds } from '../../core/log-ids.ts';
import type { AttemptOutcome } from './delivery.ts';
import type { SignedRequest } from './envelope.ts';

/** Fields of an attempt's log line. */
interface AttemptLine extends LogIds {
  readonly attempt: number;
  /** Set if the request is a probe of a failing webhook. */
  readonly probe?: true;
  /** Host of the endpoint. The URL's path and query aren't logged, because they may contain secrets. */
  readonly host: string;
  /** Status code of the response, or 0 if no complete response arrived. */
  readonly status: number;
  readonly duration_ms: number;
  /** Reason why the attempt failed. Absent if it succeeded. */
  readonly reason?: string;
}

/** Wraps a sender so that it logs one line for each attempt, successful or not. */
export function loggedAttempts(
  send: (request: SignedRequest) => Promise<AttemptOutcome>,
  log: (message: string, line: AttemptLine) => void,
) {
  return async (request: SignedRequest): Promise<AttemptOutcome> => {
    const outcome = await send(request);
    const { status_code: status, duration_ms, error } = outcome;
    log('Webhook attempt', {
      ...request.logged,
      host: new URL(request.url).host,
      status,
      duration_ms,
      ...(error !== null && { reason: error }),
    });
    return outcome;
  };
}
