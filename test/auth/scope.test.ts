import { scopesWanted } from '../../lambdas/auth/scope.ts';

test('a client that asks for no scope gets all that its key may', () => {
  expect(scopesWanted(undefined, 'management')).toEqual(['ingest', 'read', 'write']);
  expect(scopesWanted(' ', 'submission')).toEqual(['ingest']);
});

test('a client gets the scopes that it asks for, once and in our order', () => {
  expect(scopesWanted('write read read', 'management')).toEqual(['read', 'write']);
});

test.each([
  ['admin', 'management'],
  ['read admin', 'management'],
  ['READ', 'management'],
  ['read', 'submission'],
  ['ingest write', 'submission'],
] as const)('"%s" is refused to a %s key', (parameter, type) => {
  expect(scopesWanted(parameter, type)).toBeUndefined();
});
