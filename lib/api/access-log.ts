/** What the gateway logs of each request, also of one that it refused itself. */
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * A JSON line. It has no path, as some hold a secret; the function's line has account and form under the same request
 * id, which the gateway cannot know.
 */
export const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    message: 'access',
    request_id: '$context.requestId',
    at: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    method: '$context.httpMethod',
    protocol: '$context.protocol',
    status: '$context.status',
    function_status: '$context.integrationStatus',
    duration_ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    response_bytes: '$context.responseLength',
    error: '$context.error.responseType',
    function_error: '$context.integrationErrorMessage',
  }),
);
