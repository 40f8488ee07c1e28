/** Logs one line per request. The line never contains user data. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { metricMembers } from '../aws/metrics.ts';
import { isProblem } from '../core/errors/errors.ts';
import { subjectOfPath, type LogSubject } from './log-subject.ts';

/** Fields of a request's log line that are needed to classify the request for the metrics. */
export interface RequestLine extends LogSubject {
  readonly status?: number | undefined;
  readonly problem?: string;
}

/**
 * Classifies a request for the metrics, for example as `stored` or `spam`. Returns undefined if the request
 * isn't counted.
 */
export type CountPosts = (line: RequestLine) => string | undefined;

interface LoggedRequest {
  readonly operation: string;
  readonly countPosts: CountPosts | undefined;
  readonly event: APIGatewayProxyEventV2;
  readonly context: Context;
  readonly status: number | undefined;
  /** Start time in milliseconds, from `performance.now()`. */
  readonly started: number;
  readonly error?: Error | undefined;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/** Log fields that operations have added, by request. */
const subjects = new WeakMap<APIGatewayProxyEventV2, LogSubject>();

/** Adds fields to a request's log line that identify the caller and the resource. */
export function logWith(event: APIGatewayProxyEventV2, subject: LogSubject): void {
  subjects.set(event, { ...subjects.get(event), ...subject });
}

/** Logs one line for a finished request. */
export function logRequest({
  operation,
  countPosts,
  event,
  context,
  status,
  started,
  error,
}: LoggedRequest): void {
  const problem = error && isProblem(error) ? error : undefined;
  const said = {
    operation,
    request_id: event.requestContext.requestId,
    function_request_id: context.awsRequestId,
    status,
    duration_ms: Math.round((performance.now() - started) * 10) / 10,
    ...subjectOfPath(event),
    ...subjects.get(event),
    ...(problem && { problem: problem.slug }),
    ...(problem && 'reason' in problem && { reason: problem.reason }),
  };
  const outcome = countPosts?.(said);
  const counted =
    outcome === undefined
      ? {}
      : metricMembers({ now: Date.now(), values: { Posts: 1 }, dimensions: { outcome } });
  const line = { ...said, ...counted };
  if (error && (!problem || (status ?? 500) >= 500)) logger.error('request', { ...line, error });
  else logger.info('request', line);
}
