import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';

it('does nothing for a call that nobody reads, and what it needs to be signed and tried again', () => {
  const steps = documentClient()
    .middlewareStack.identify()
    .map((name) => name.split(' ')[0]);
  expect(steps).not.toContain('getUserAgentMiddleware');
  expect(steps).not.toContain('loggerMiddleware');
  for (const name of [
    'httpSigningMiddleware',
    'retryMiddleware',
    'unavailableInOutages',
    'tellingOfThrottling',
  ])
    expect(steps).toContain(name);
});
