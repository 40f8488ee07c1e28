import { callLimits } from '../../lambdas/aws/clients/call-limits.ts';

afterEach(() => {
  delete process.env['CALL_TIME_FACTOR'];
});

it('ends a call after the time of its service, and tries it three times', () => {
  expect(callLimits('eventBridge')).toEqual({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
});

it('waits longer where the environment says so, and tries no more often', () => {
  process.env['CALL_TIME_FACTOR'] = '5';
  expect(callLimits('eventBridge')).toEqual({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
});
