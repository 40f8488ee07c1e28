import { callLimits } from '../../lambdas/aws/clients/call-limits.ts';

afterEach(() => {
  delete process.env['CALL_TIME_FACTOR'];
});

it("aborts a call after its service's timeout, and makes three attempts", () => {
  expect(callLimits('eventBridge')).toEqual({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
});

it('waits longer but makes no more attempts if the environment variable is set', () => {
  process.env['CALL_TIME_FACTOR'] = '5';
  expect(callLimits('eventBridge')).toEqual({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
});
