import { isOutage, isThrottling } from '../../lambdas/aws/call-errors.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const status = (httpStatusCode: number) => named('Error', { $metadata: { httpStatusCode } });

it.each([
  ['a throttled DynamoDB table', named('ProvisionedThroughputExceededException')],
  ['a throttled DynamoDB account', named('RequestLimitExceeded')],
  ['S3', named('SlowDown', { $metadata: { httpStatusCode: 503 } })],
  ['SQS', named('RequestThrottled', { $metadata: { httpStatusCode: 403 } })],
  ['status 429', status(429)],
  [
    'an error that the service model marks as throttling',
    named('Busy', { $retryable: { throttling: true } }),
  ],
])('treats %s as throttling and as an outage', (_, error) => {
  expect(isThrottling(error)).toBe(true);
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['status 500', status(500)],
  ['status 503', status(503)],
  ['status 507', status(507)],
  ['a time-out', named('TimeoutError')],
  ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
  ['a lost connection', named('Error', { code: 'ECONNRESET' })],
  ['a name that does not resolve', named('Error', { code: 'ENOTFOUND' })],
  ['an error that is marked as retryable', named('Fault', { $retryable: {} })],
  ['the cause of an error', new Error('failed', { cause: new Error('again', { cause: status(502) }) })],
])('treats %s as an outage but not as throttling', (_, error) => {
  expect(isOutage(error)).toBe(true);
  expect(isThrottling(error)).toBe(false);
});

it.each([
  ['a failed condition', named('ConditionalCheckFailedException', { $metadata: { httpStatusCode: 400 } })],
  ['a denied call', named('AccessDeniedException', { $metadata: { httpStatusCode: 403 } })],
  ['an aborted call, whatever the cause', named('AbortError', { cause: status(500) })],
  ['an error in our own code', new TypeError('undefined is not a function')],
  [
    'an error that is its own cause',
    (() => {
      const error = new Error('x');
      error.cause = error;
      return error;
    })(),
  ],
  ['no error', undefined],
  ['a string', 'TimeoutError'],
])('does not treat %s as an outage', (_, error) => {
  expect(isOutage(error)).toBe(false);
  expect(isThrottling(error)).toBe(false);
});
