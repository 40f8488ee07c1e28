/** Tests which client ids are URLs of metadata documents. */
import { isClientDocumentUrl } from '../../lambdas/core/web/client-document-url.ts';

const withLength = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

test.each([
  'https://chatgpt.com/oauth/client.json',
  'https://chatgpt.com/oauth/abc/client.json',
  'https://claude.ai/oauth/mcp-oauth-client-metadata',
  'https://app.example.co.uk/x?version=2',
  'https://xn--bcher-kva.example/client',
  'http://127.0.0.1:9100/client.json',
  'http://127.0.0.1/client.json',
  withLength(512),
])('%s is one', (text) => {
  expect(isClientDocumentUrl(text)).toBe(true);
});

test.each([
  '',
  'app_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'https://example.com',
  'https://example.com/',
  'https://example.com:8443/client.json',
  'https://example.com:443/client.json',
  'https://user@example.com/client.json',
  'https://@example.com/client.json',
  'https://example.com/client.json#part',
  'https://example.com/client.json#',
  'https://example.com/a/../client.json',
  'https://example.com/a/%2e%2e/client.json',
  'https://example.com/./client.json',
  'https://example.com\\client.json',
  'https://Example.com/client.json',
  'HTTPS://example.com/client.json',
  'https://example.com./client.json',
  'https://localhost/client.json',
  'https://app.localhost/client.json',
  'https://intranet/client.json',
  'https://127.0.0.1/client.json',
  'https://10.0.0.1/client.json',
  'https://2130706433/client.json',
  'https://[::1]/client.json',
  'https://bücher.example/client.json',
  'http://example.com/client.json',
  'http://localhost:9100/client.json',
  'http://127.0.0.2:9100/client.json',
  'http://127.0.0.1.example.com/client.json',
  'http://[::1]:9100/client.json',
  'http://127.0.0.1:9100/',
  'ftp://example.com/client.json',
  'javascript:alert(1)',
  ' https://example.com/client.json',
  'https://example.com/client json',
  'https://example.com/client\n.json',
  withLength(513),
])('%j is not', (text) => {
  expect(isClientDocumentUrl(text)).toBe(false);
});
