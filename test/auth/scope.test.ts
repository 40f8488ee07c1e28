import { requestedScopes } from '../../lambdas/auth/scope.ts';

test('a client that asks for no scope gets all that its key may', () => {
  expect(requestedScopes(undefined, 'management')).toEqual(['ingest', 'read', 'write']);
  expect(requestedScopes(' ', 'submission')).toEqual(['ingest']);
});

test('a client gets the scopes that it asks for, once and in our order', () => {
  expect(requestedScopes('write read read', 'management')).toEqual(['read', 'write']);
});

test.each([
  ['admin', 'management'],
  ['read admin', 'management'],
  ['READ', 'management'],
  ['read', 'submission'],
  ['ingest write', 'submission'],
] as const)('"%s" is refused to a %s key', (parameter, type) => {
  expect(requestedScopes(parameter, type)).toBeUndefined();
});
