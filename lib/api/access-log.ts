/** Defines the API Gateway access log, which includes requests that never reach a function. */
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * Omits the path, because some paths contain a secret. To find a request's account and form, search the
 * function's log for the request id.
 */
export const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    message: 'access',
    request_id: '$context.requestId',
    route: '$context.routeKey',
    method: '$context.httpMethod',
    status: '$context.status',
    function_status: '$context.integrationStatus',
    duration_ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    response_bytes: '$context.responseLength',
    error: '$context.error.responseType',
    function_error: '$context.integrationErrorMessage',
  }),
);
