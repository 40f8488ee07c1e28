import { requestedScopes } from '../../lambdas/core/scope.ts';

const all = ['ingest', 'read', 'write', 'admin'] as const;

test("a client that requests no scope gets all of its key's scopes", () => {
  expect(requestedScopes(undefined, all)).toEqual(['ingest', 'read', 'write', 'admin']);
  expect(requestedScopes(' ', ['ingest'])).toEqual(['ingest']);
  expect(requestedScopes(undefined, ['read', 'admin'])).toEqual(['read', 'admin']);
});

test('a client gets the scopes it requests, without duplicates and in a fixed order', () => {
  expect(requestedScopes('admin write read read', all)).toEqual(['read', 'write', 'admin']);
});

test.each([
  ['owner', all],
  ['read owner', all],
  ['READ', all],
  ['read', ['ingest']],
  ['ingest write', ['ingest']],
  ['admin', ['ingest', 'read', 'write']],
  ['read admin', ['read', 'write']],
] as const)('"%s" is refused for a key with the scopes %j', (parameter, possible) => {
  expect(requestedScopes(parameter, possible)).toBeUndefined();
});
