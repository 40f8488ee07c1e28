/** Tests the required content of metadata documents, and how long documents are reused. */
import {
  isJson,
  lifetimeOf,
  parseClientDocument,
} from '../../../lambdas/connections/client-documents/client-document.ts';

const URL_OF_APP = 'https://agent.example/client.json';
const DOCUMENT = {
  client_id: URL_OF_APP,
  client_name: 'Agent',
  redirect_uris: ['https://agent.example/callback'],
};
const parse = (given: unknown) => parseClientDocument(Buffer.from(JSON.stringify(given)), URL_OF_APP);

describe('a document', () => {
  test.each([
    ['no authentication method', {}],
    ['the method none', { token_endpoint_auth_method: 'none' }],
    [
      'several methods, including none',
      {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      },
    ],
    ['unknown properties', { logo_uri: 'https://agent.example/logo.png', grant_types: ['implicit'] }],
  ])('is accepted with %s', (_, given) => {
    expect(parse({ ...DOCUMENT, ...given })).toEqual({
      client_id: URL_OF_APP,
      name: 'Agent',
      redirect_uris: ['https://agent.example/callback'],
    });
  });

  test.each([
    ['a different client ID', { client_id: 'https://agent.example/other.json' }],
    ['a client ID in different case', { client_id: 'https://AGENT.example/client.json' }],
    ['no client ID', { client_id: undefined }],
    ['no name', { client_name: undefined }],
    ['an empty name', { client_name: ' ' }],
    ['a name that changes the text direction', { client_name: 'Agent\u202e' }],
    ['a name with several lines', { client_name: 'Agent\nAllow' }],
    ['a name of 101 characters', { client_name: 'a'.repeat(101) }],
    ['no redirect URIs', { redirect_uris: undefined }],
    ['an empty list of redirect URIs', { redirect_uris: [] }],
    ['21 redirect URIs', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }],
    ["a redirect URI that isn't a string", { redirect_uris: [7] }],
    ['only methods that need a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['only signed assertions', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a secret', { client_secret: 'secret' }],
    ['an expiry for its secret', { client_secret_expires_at: 0 }],
  ])('is rejected with %s', (_, given) => {
    expect(parse({ ...DOCUMENT, ...given })).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['HTML', '<html></html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['deeply nested lists', '['.repeat(5000)],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('is rejected if it is %s', (_, body) => {
    expect(parseClientDocument(Buffer.from(body), URL_OF_APP)).toBeUndefined();
  });
});

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/client-metadata+json', true],
  ['text/html', false],
  ['text/plain; application/json', false],
  ['application/jsonp', false],
  ['', false],
])('the media type %j counts as JSON: %s', (type, expected) => {
  expect(isJson(type)).toBe(expected);
});

test.each([
  ['', 300_000],
  ['public', 300_000],
  ['max-age=60', 60_000],
  ['public, max-age="120"', 120_000],
  ['max-age=0', 0],
  ['max-age=99999999', 3_600_000],
  ['no-store', 0],
  ['no-cache, max-age=60', 0],
])('a document with Cache-Control %j is reused for %d ms', (header, expected) => {
  expect(lifetimeOf(header)).toBe(expected);
});
